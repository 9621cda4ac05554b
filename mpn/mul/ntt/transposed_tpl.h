/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Expanded leaves of an operand that is used for many products: scaled, and two words for each word
   of y.  Included by a field file after its

     multiply_expanded_polynomials (x, expanded, montgomery, m)
                        as multiply_polynomials, with wy and y in memory, one after the other */

/* Stores w y scale and y scale, in [0, 2p), leaf after leaf from leaf 0 on.  EXPANDED may begin
   where y does, so it starts at the last leaf. */
static void
expand_leaves (uint64_t *expanded, const uint64_t *y, size_t vectors, const struct ring *ring)
{
  const struct modulus m = modulus_of (ring->prime);
  for (size_t v = vectors; v > 0; v -= 2)
    {
      const struct root w = root_at (&ring->leaves, v / 2 - 1);
      vec y0 = multiply_root (load (y + (v - 2) * LANES), ring->scale, &m, 0);
      vec y1 = multiply_root (load (y + (v - 1) * LANES), ring->scale, &m, 0);
      uint64_t *to = expanded + (v - 2) * 2 * LANES;
      store (to, multiply_root (y0, w, &m, 0));
      store (to + LANES, y0);
      store (to + 2 * LANES, difference (set1 (0), multiply_root (y1, w, &m, 0), m.p2));
      store (to + 3 * LANES, y1);
    }
}

/* As multiply_leaves, with the expanded leaves of y. */
static void
multiply_expanded (uint64_t *z, const uint64_t *x, const uint64_t *expanded, size_t vectors, size_t first,
                 const struct ring *ring)
{
  (void) first;
  const struct modulus m = modulus_of (ring->prime);
  const vec montgomery = set1 (ring->prime->montgomery);
  for (size_t v = 0; v < vectors; v++)
    store (z + v * LANES, reduce (multiply_expanded_polynomials (x + v * LANES, expanded + v * 2 * LANES, montgomery, &m),
                                  &m, 0));
}
