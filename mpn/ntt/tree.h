/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A whole subtree: from a node of 2^levels vectors to its leaves of one vector
   each, and back; levels >= 2.  Included by a field file, which gives
   BLOCK_LEVELS >= 4: a block of 2^BLOCK_LEVELS vectors stays in the nearest cache. */

/* How many passes of two levels leave a multiple of three: 0, 1 or 2. */
static ALWAYS_INLINE int
short_passes (int levels)
{
  return (3 - levels % 3) % 3;
}

/* In the cache: every pass goes over the whole block. */
static void
forward_block (uint64_t *x, int levels, size_t node, const struct roots *roots,
               const struct prime *prime)
{
  size_t nodes = 1;
  for (int i = short_passes (levels); i > 0; i--)
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

/* Outside: one pass, and then each child to its end. */
static void
forward_tree (uint64_t *x, int levels, size_t node, const struct roots *roots,
              const struct prime *prime)
{
  if (levels <= BLOCK_LEVELS)
    {
      forward_block (x, levels, node, roots, prime);
      return;
    }
  size_t child = (size_t) 1 << (levels - 3);
  forward_8 (x, child, node, 1, roots, prime);
  for (size_t j = 0; j < 8; j++)
    forward_tree (x + j * child * LANES, levels - 3, 8 * node + j, roots, prime);
}

static void
inverse_tree (uint64_t *x, int levels, size_t node, const struct roots *roots,
              const struct prime *prime)
{
  if (levels <= BLOCK_LEVELS)
    {
      inverse_block (x, levels, node, roots, prime);
      return;
    }
  size_t child = (size_t) 1 << (levels - 3);
  for (size_t j = 0; j < 8; j++)
    inverse_tree (x + j * child * LANES, levels - 3, 8 * node + j, roots, prime);
  inverse_8 (x, child, node, 1, roots, prime);
}
