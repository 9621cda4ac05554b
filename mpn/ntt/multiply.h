/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A product: the transforms modulo each prime, then the coefficients by the
   Chinese remainder theorem.  Included by a field file. */

/* Scratch: for each prime the coefficients of a, which become the product's; those
   of b; the roots and their inverses. */
static size_t
shape_words (const struct shape *s)
{
  size_t vectors = (size_t) s->L << s->levels, roots = (size_t) 4 << s->levels;
  return (PRIMES + 1) * vectors * LANES + 4 * roots + LANES;
}

static void
forward_top_limbs (uint64_t *x, const struct shape *s, mp_srcptr ap, mp_size_t an, size_t vectors,
                   const struct ring *ring)
{
  struct cutter c = cutter_of (ap, an, s->bits, ring->prime);
  forward_top (s->L, x, s->levels, &c, vectors, &ring->roots, ring->prime);
}

/* x = the coefficients of a b modulo the prime, divided by the cofactor.

   The products at the leaves come out divided by 2^WORD, and the levels of the
   inverse multiply by 8 2^levels. */
static void
convolve (uint64_t *x, uint64_t *y, const struct shape *s, mp_srcptr ap, mp_size_t an,
          mp_srcptr bp, mp_size_t bn, uint64_t *roots, const struct prime *prime)
{
  size_t n = (size_t) 4 << s->levels;
  unsigned __int128 scale = (unsigned __int128) prime->cofactor_inverse << (WORD - 3 - s->levels);
  const struct ring ring = {
    .prime = prime,
    .roots = { roots, roots + n }, .inverses = { roots + 2 * n, roots + 3 * n },
    .scale = root_of ((uint64_t) (scale % prime->p), prime),
  };
  make_roots (&ring.roots, n, prime, prime->first, prime->at);
  make_roots (&ring.inverses, n, prime, prime->inverse_first, prime->inverse_at);

  forward_top_limbs (x, s, ap, an, s->a_vectors, &ring);
  if (ap == bp && an == bn)
    y = x;
  else
    forward_top_limbs (y, s, bp, bn, s->b_vectors, &ring);
  for (size_t j = 0; j < (size_t) s->L; j++)
    {
      size_t at = (j << s->levels) * LANES;
      multiply_node (x + at, y + at, s->levels, j, &ring);
    }
  inverse_top (s->L, x, s->levels, &ring.inverses, prime);
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
  for (int i = 0; i < PRIMES; i++)
    convolve (x + i * words, y, &s, ap, an, bp, bn, y + words, &primes[i]);
  recombine (rp, an + bn, x, words, s.bits);
}
