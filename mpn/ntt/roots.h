/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The table of roots of unity.  Included by a field file.

   Think of the residues of a polynomial as a binary tree: its root is the
   polynomial modulo x^n - 1, and a node modulo x^2m - r^2 has the two children
   modulo x^m - r and x^m + r.  Entry k of the table is the r of node k of a level,
   for every level: W[0] = 1, W[k]^2 is what node k was split off by, which is
   W[k/2] for an even k and -W[k/2] for an odd one.  With i the square root of -1
   that is 1, i, i^(1/2), i^(3/2), i^(1/4), ...: W[2^s + j] = W[2^s] W[j] for
   j < 2^s, powers with their bits reversed. */

struct roots
{
  uint64_t *w, *q;
};

/* w[0..n-1] and q[0..n-1], n = 8 or a larger power of 2, n <= 2^(ORDER-1):
   START has the first eight, AT the entries at powers of 2. */
static void
make_roots (const struct roots *roots, size_t n, const struct prime *prime,
            const struct root *start, const struct root *at)
{
  const struct modulus m = modulus_of (prime);
  const vec reciprocal = set1 (prime->reciprocal);
  for (size_t k = 0; k < 8; k++)
    roots->w[k] = start[k].w, roots->q[k] = start[k].q;
  for (size_t s = 3, half = 8; half < n; half *= 2, s++)
    for (size_t k = 0; k < half; k += LANES)
      {
        vec w = canonical (multiply_root (load (roots->w + k), at[s], &m, 0), &m);
        store (roots->w + half + k, w);
        store (roots->q + half + k, quotient_of (w, reciprocal, &m));
      }
}

static ALWAYS_INLINE struct root
root_at (const struct roots *roots, size_t k)
{
  return (struct root) { roots->w[k], roots->q[k] };
}
