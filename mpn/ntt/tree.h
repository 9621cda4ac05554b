/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A whole subtree: from a node of 2^levels vectors to its leaves of one vector
   each, their products, and back; levels >= 2.  Included by a field file, which
   gives BLOCK_LEVELS >= 4: two blocks of 2^BLOCK_LEVELS vectors stay in the cache. */

/* How many passes of two levels leave a multiple of three: 0, 1 or 2. */
static ALWAYS_INLINE int
short_passes (int levels)
{
  return (3 - levels % 3) % 3;
}

struct ring;
static void multiply_leaves (uint64_t *x, const uint64_t *y, size_t vectors, size_t first,
                             const struct ring *ring);

/* In the cache: every pass goes over the whole block. */
static void
forward_block (uint64_t *x, int levels, size_t node, const struct roots *roots,
               const struct prime *prime)
{
  size_t nodes = 1;
  for (int i = FORWARD_BY_2 ? levels / 2 - levels % 2 : short_passes (levels); i > 0; i--)
    {
      levels -= 2;
      forward_4 (x, (size_t) 1 << levels, node, nodes, roots, prime);
      node *= 4, nodes *= 4;
    }
  while (levels > 0)
    {
      levels -= 3;
      forward_8 (x, (size_t) 1 << levels, node, nodes, roots, prime);
      node *= 8, nodes *= 8;
    }
}

static void
inverse_block (uint64_t *x, int levels, size_t node, const struct roots *roots,
               const struct prime *prime)
{
  int done = 0, after_8 = levels - 2 * short_passes (levels);
  while (done < levels)
    {
      int step = done < after_8 ? 3 : 2;
      size_t nodes = (size_t) 1 << (levels - done - step);
      (step == 3 ? inverse_8 : inverse_4) (x, (size_t) 1 << done, node * nodes, nodes, roots,
                                           prime);
      done += step;
    }
}

/* What the products at the nodes need: the roots, their inverses, and the factor
   that the results get. */
struct ring
{
  const struct prime *prime;
  struct roots roots, inverses;
  struct root scale;
  struct roots leaves;          /* the leaves': roots, or those turned by cyclic.h */
};

/* Outside of the cache: one pass, and then each child to its end. */
static void
forward_node (uint64_t *x, int levels, size_t node, const struct ring *ring)
{
  if (levels <= BLOCK_LEVELS)
    {
      forward_block (x, levels, node, &ring->roots, ring->prime);
      return;
    }
  size_t child = (size_t) 1 << (levels - 3);
  forward_8 (x, child, node, 1, &ring->roots, ring->prime);
  for (size_t j = 0; j < 8; j++)
    forward_node (x + j * child * LANES, levels - 3, 8 * node + j, ring);
}

/* x = x y scale 2^levels / 2^WORD at a node, all the way down and back for one child
   after the other.  y is another node, which changes, or x itself; or, if
   Y_IS_LEAVES, what forward_node made of it. */
static void
multiply_node (uint64_t *x, uint64_t *y, int y_is_leaves, int levels, size_t node,
               const struct ring *ring)
{
  int y_too = y != x && !y_is_leaves;
  if (levels <= BLOCK_LEVELS)
    {
      forward_block (x, levels, node, &ring->roots, ring->prime);
      if (y_too)
        forward_block (y, levels, node, &ring->roots, ring->prime);
      multiply_leaves (x, y, (size_t) 1 << levels, node << levels, ring);
      inverse_block (x, levels, node, &ring->inverses, ring->prime);
      return;
    }
  size_t child = (size_t) 1 << (levels - 3);
  forward_8 (x, child, node, 1, &ring->roots, ring->prime);
  if (y_too)
    forward_8 (y, child, node, 1, &ring->roots, ring->prime);
  for (size_t j = 0; j < 8; j++)
    multiply_node (x + j * child * LANES, y + j * child * LANES, y_is_leaves, levels - 3,
                   8 * node + j, ring);
  inverse_8 (x, child, node, 1, &ring->inverses, ring->prime);
}
