/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of leaves of LANES residues.  Included by a field file after its

     multiply_polynomials (x, y, wy, montgomery, m)
                        x y / 2^WORD modulo y^LANES - w, where wy = w y, for x below 8p,
                        y and wy below 2p */

/* z = x y scale / 2^WORD modulo the polynomial of each leaf, in [0, 2p); x below 8p; z may be x or
   y.  An even number of leaves from leaf FIRST on: y^LANES - w and y^LANES + w for each w of the
   table. */
static void
multiply_leaves (uint64_t *z, const uint64_t *x, const uint64_t *y, size_t vectors, size_t first,
                 const struct ring *ring)
{
  const struct modulus m = modulus_of (ring->prime);
  const vec montgomery = set1 (ring->prime->montgomery);
  for (size_t v = 0; v < vectors; v += 2)
    {
      vec y0 = reduce (load (y + v * LANES), &m, 0);
      vec y1 = reduce (load (y + v * LANES + LANES), &m, 0);
      struct root w = root_at (&ring->leaves, (first + v) / 2);
      vec wy0 = multiply_root (y0, w, &m, 0);
      vec wy1 = difference (set1 (0), multiply_root (y1, w, &m, 0), m.p2);
      vec z0 = multiply_polynomials (x + v * LANES, y0, wy0, montgomery, &m);
      vec z1 = multiply_polynomials (x + v * LANES + LANES, y1, wy1, montgomery, &m);
      store (z + v * LANES, multiply_root (z0, ring->scale, &m, 0));
      store (z + v * LANES + LANES, multiply_root (z1, ring->scale, &m, 0));
    }
}
