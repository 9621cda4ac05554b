/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The table of roots of unity.  Included by a field file.

   The residues of a polynomial form a binary tree.  Its root is the polynomial modulo x^n - 1, and
   a node modulo x^2m - r^2 has the two children modulo x^m - r and x^m + r.  Entry k of the table
   is the r of node k of a level, for every level.  W[0] = 1, and W[k]^2 is the root by which node k
   was split off: W[k/2] for an even k and -W[k/2] for an odd one.  With i the square root of -1 the
   table is 1, i, i^(1/2), i^(3/2), i^(1/4), ...: W[2^s + j] = W[2^s] W[j] for j < 2^s, powers in
   bit-reversed order. */

struct roots
{
  uint64_t *w, *q;
};

/* w[0..n-1] and q[0..n-1], n = 8 or a larger power of 2, n <= 2^(ORDER-1). */
static void
make_roots (const struct roots *roots, size_t n, const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  for (size_t k = 0; k < 8; k++)
    {
      const struct root r = known_root (prime->first[k], prime);
      roots->w[k] = r.w, roots->q[k] = r.q;
    }
  for (size_t s = 3, half = 8; half < n; half *= 2, s++)
    {
      const struct root r = known_root (prime->at[s], prime);
      for (size_t k = 0; k < half; k += LANES)
        {
          vec w = canonical (multiply_root (load (roots->w + k), r, &m, 0), &m);
          store (roots->w + half + k, w);
          store (roots->q + half + k, quotient_of (w, prime, &m));
        }
    }
}

/* twisted[0..n-1] = w times the roots. */
static inline void
twist_roots (const struct roots *twisted, const struct roots *roots, size_t n, struct root w,
            const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  for (size_t k = 0; k < n; k += LANES)
    {
      vec x = canonical (multiply_root (load (roots->w + k), w, &m, 0), &m);
      store (twisted->w + k, x);
      store (twisted->q + k, quotient_of (x, prime, &m));
    }
}

/* With one residue a vector, tables would be as long as the data, and their inverses are read from
   the roots: W[k'] below. */
enum { MIRRORED = LANES == 1, TABLES = MIRRORED ? 2 : 4 /* words for a root and its inverse */ };

/* The tables in memory of TABLES n words: the roots, and their inverses. */
static struct roots
roots_in (uint64_t *memory, size_t n, int inverse)
{
  uint64_t *w = memory + (inverse && !MIRRORED ? 2 * n : 0);
  return (struct roots) { w, w + n };
}

/* Their inverses.  For k = 2^s + j, j < 2^s, complementing the bits of j gives the k' with W[k]
   W[k'] = -1. */
static void
make_inverses (const struct roots *inverses, const struct roots *roots, size_t n,
               const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  if (MIRRORED)
    return;
  inverses->w[0] = roots->w[0], inverses->q[0] = roots->q[0];
  for (size_t k = 1, half = 1; half < 8; half *= 2)
    for (; k < 2 * half; k++)
      {
        const size_t from = 3 * half - 1 - k;
        const struct root r = opposite_root ((struct root) { roots->w[from], roots->q[from] }, prime);
        inverses->w[k] = r.w, inverses->q[k] = r.q;
      }
  for (size_t half = 8; half < n; half *= 2)
    for (size_t j = 0; j < half; j += LANES)
      {
        size_t to = half + j, from = 2 * half - LANES - j;
        store (inverses->w + to, opposite (reverse (load (roots->w + from)), &m));
        store (inverses->q + to, opposite_quotient (reverse (load (roots->q + from))));
      }
}

/* Returns entry k of the table. */
static ALWAYS_INLINE struct root
root_at (const struct roots *roots, size_t k)
{
  return (struct root) { roots->w[k], roots->q[k] };
}

/* Returns the inverse of entry k. */
static ALWAYS_INLINE struct root
inverse_at (const struct roots *inverses, size_t k, const struct prime *prime)
{
  if (!MIRRORED || k == 0)
    return root_at (inverses, k);
  const size_t half = (size_t) 1 << (8 * sizeof (long) - 1 - (size_t) __builtin_clzl (k));
  return opposite_root (root_at (inverses, k ^ (half - 1)), prime);
}
