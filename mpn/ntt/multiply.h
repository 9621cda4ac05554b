/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A product: the transforms modulo each prime, then the coefficients by the
   Chinese remainder theorem.  Included by a field file. */

/* Scratch: for each prime the transform of a, which becomes the product's; that
   of b; the roots. */
static size_t
shape_words (const struct shape *s)
{
  size_t vectors = (size_t) s->L << s->levels;
  return (PRIMES + 1) * vectors * LANES + ((size_t) 8 << s->levels) + LANES;
}

static void
forward (uint64_t *x, const struct shape *s, mp_srcptr ap, mp_size_t an, size_t vectors,
         const struct roots *roots, const struct prime *prime)
{
  struct cutter c = cutter_of (ap, an, s->bits, prime);
  forward_top (s->L, x, s->levels, &c, vectors, roots, prime);
  for (size_t j = 0; j < (size_t) s->L; j++)
    forward_tree (x + (j << s->levels) * LANES, s->levels, j, roots, prime);
}

static void
inverse (uint64_t *x, const struct shape *s, const struct roots *roots, const struct prime *prime)
{
  for (size_t j = 0; j < (size_t) s->L; j++)
    inverse_tree (x + (j << s->levels) * LANES, s->levels, j, roots, prime);
  inverse_top (s->L, x, s->levels, roots, prime);
}

/* x = the coefficients of a b modulo the prime, divided by the cofactor.

   The pointwise products come out divided by 2^WORD, and the levels of the inverse
   multiply by 8 2^levels. */
static void
convolve (uint64_t *x, uint64_t *y, const struct shape *s, mp_srcptr ap, mp_size_t an,
          mp_srcptr bp, mp_size_t bn, const struct roots *roots, const struct prime *prime)
{
  size_t entries = (size_t) 4 << s->levels;
  make_roots (roots, entries, prime, prime->first, prime->at);
  forward (x, s, ap, an, s->a_vectors, roots, prime);
  if (ap == bp && an == bn)
    y = x;
  else
    forward (y, s, bp, bn, s->b_vectors, roots, prime);

  unsigned __int128 scale = (unsigned __int128) prime->cofactor_inverse << (WORD - 3 - s->levels);
  pointwise (x, y, (size_t) s->L << s->levels, roots,
             root_of ((uint64_t) (scale % prime->p), prime), prime);

  make_roots (roots, entries, prime, prime->inverse_first, prime->inverse_at);
  inverse (x, s, roots, prime);
}

static size_t
itch (mp_size_t an, mp_size_t bn)
{
  struct shape s;
  return shape_of (&s, an, bn) ? shape_words (&s) : 0;
}

static void
multiply_limbs (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  struct shape s;
  shape_of (&s, an, bn);
  size_t vectors = (size_t) s.L << s.levels, words = vectors * LANES;
  uint64_t *x = (uint64_t *) (((uintptr_t) scratch + 8 * LANES - 1) & -(uintptr_t) (8 * LANES));
  uint64_t *y = x + PRIMES * words;
  struct roots roots = { y + words, y + words + ((size_t) 4 << s.levels) };
  for (int i = 0; i < PRIMES; i++)
    convolve (x + i * words, y, &s, ap, an, bp, bn, &roots, &primes[i]);
  recombine (rp, an + bn, x, words, s.bits);
}
