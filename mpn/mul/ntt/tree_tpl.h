/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A whole subtree: from a node of 2^levels vectors to its leaves of one vector each, their
   products, and back; levels >= 2.  Included by a field file, which defines BLOCK_LEVELS >= 4: two
   blocks of 2^BLOCK_LEVELS vectors fit in the cache. */

/* The number of passes of two levels, 0, 1 or 2, after which a multiple of three levels remains. */
static ALWAYS_INLINE int
short_passes (int levels)
{
  return (3 - levels % 3) % 3;
}

/* z = x y at leaves. */
struct ring;
typedef void multiply_fn (uint64_t *z, const uint64_t *x, const uint64_t *y, size_t vectors, size_t first,
                          const struct ring *ring);

/* The second operand of a product: nodes, which are destroyed; or leaves, STRIDE words for each
   word of the first operand. */
struct factor
{
  uint64_t *y;
  int is_nodes, stride;
  multiply_fn *multiply;
};

/* In the cache: each pass goes over NODES adjacent nodes. */
static void
forward_block (uint64_t *x, int levels, size_t node, size_t nodes, const struct roots *roots,
               const struct prime *prime)
{
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

/* The inverse: from leaves to nodes; NODE and NODES as above. */
static void
inverse_block (uint64_t *x, int levels, size_t node, size_t nodes, const struct roots *roots,
               const struct prime *prime)
{
  int done = 0, after_8 = levels - 2 * short_passes (levels);
  while (done < levels)
    {
      int step = done < after_8 ? 3 : 2;
      size_t below = (size_t) 1 << (levels - done - step);
      (step == 3 ? inverse_8 : inverse_4) (x, (size_t) 1 << done, node * below, nodes * below, roots,
                                           prime);
      done += step;
    }
}

/* The constants of the products at the nodes: the roots, their inverses, and the factor of the
   results. */
struct ring
{
  const struct prime *prime;
  struct roots roots, inverses;
  struct root scale;
  struct roots leaves;          /* for the leaves, twisted in some thirds (mul/ntt/cyclic_tpl.h) */
};

/* NODES of 2^levels vectors each fit in a block: each pass goes over all of them. */
static int
are_block (int levels, size_t nodes)
{
  return nodes << levels <= (size_t) 1 << BLOCK_LEVELS;
}

/* Adjacent nodes, from FIRST on.  Outside of the cache: one pass, and then each child down to its
   leaves. */
static void
forward_nodes (uint64_t *x, int levels, size_t first, size_t nodes, const struct ring *ring)
{
  const size_t words = (size_t) LANES << levels;
  if (are_block (levels, nodes))
    forward_block (x, levels, first, nodes, &ring->roots, ring->prime);
  else
    for (size_t node = first; node < first + nodes; node++, x += words)
      if (are_block (levels, 1))
        forward_block (x, levels, node, 1, &ring->roots, ring->prime);
      else
        {
          forward_8 (x, words / 8 / LANES, node, 1, &ring->roots, ring->prime);
          forward_nodes (x, levels - 3, 8 * node, 8, ring);
        }
}

/* The product at nodes that fit in a block, down to the leaves and back. */
static void
multiply_block (uint64_t *x, const struct factor *f, int levels, size_t first, size_t nodes, const struct ring *ring)
{
  forward_block (x, levels, first, nodes, &ring->roots, ring->prime);
  if (f->is_nodes)
    forward_block (f->y, levels, first, nodes, &ring->roots, ring->prime);
  f->multiply (x, x, f->y, nodes << levels, first << levels, ring);
  inverse_block (x, levels, first, nodes, &ring->inverses, ring->prime);
}

/* x = x y scale 2^levels / 2^WORD at these nodes, down to the leaves and back for one child after
   the other.  y may be x itself, as leaves. */
static void
multiply_nodes (uint64_t *x, struct factor f, int levels, size_t first, size_t nodes, const struct ring *ring)
{
  const size_t words = (size_t) LANES << levels, stride = words / 8 / LANES;
  if (are_block (levels, nodes))
    multiply_block (x, &f, levels, first, nodes, ring);
  else
    for (size_t node = first; node < first + nodes; node++, x += words, f.y += f.stride * words)
      if (are_block (levels, 1))
        multiply_block (x, &f, levels, node, 1, ring);
      else
        {
          forward_8 (x, stride, node, 1, &ring->roots, ring->prime);
          if (f.is_nodes)
            forward_8 (f.y, stride, node, 1, &ring->roots, ring->prime);
          multiply_nodes (x, f, levels - 3, 8 * node, 8, ring);
          inverse_8 (x, stride, node, 1, &ring->inverses, ring->prime);
        }
}
