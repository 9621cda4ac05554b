/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The shape of a product: two numbers become polynomials with coefficients of BITS bits, for a
   transform of L 2^levels vectors, or half a block less.  A much longer a is cut into pieces, and b
   is transformed only once.  Included by a field file. */

struct shape
{
  int bits;                     /* of a coefficient, at most BITS_MAX */
  int L, levels;                /* vectors: L << levels; L = 5, 6, 7, 8; cyclic: 4, 12; */
  char half;                    /* less 1 << (levels - 1) if the last node is a half node */
  char lean;                    /* b's coefficients and roots lie in the result (mul/ntt/multiply_tpl.h) */
  mp_size_t piece;              /* limbs of a piece of a: an if it is not cut */
};

enum { LEVELS_MIN = 2, LEVELS_MAX = ORDER - 3 };

/* The number of coefficients of n limbs. */
static size_t
coefficients_of (mp_size_t n, int bits)
{
  return (size_t) (((uint64_t) n * GMP_LIMB_BITS + bits - 1) / bits);
}

/* The number of vectors for so many coefficients. */
static size_t
vectors_of (size_t coefficients)
{
  return (coefficients + LANES - 1) / LANES;
}

/* Coefficients of the product are sums of TERMS products, so they are below terms 2^(2 bits) <=
   2^(PRODUCT_BITS - 1), less than half the product of the primes.  The field file cuts a number
   into at most BITS_MAX bits, in multiples of BITS_STEP. */
static int
bits_for (size_t terms)
{
  const int log = terms < 2 ? 0 : 8 * (int) sizeof (long) - __builtin_clzl (terms - 1);
  const int bits = (PRODUCT_BITS - 1 - log) / 2;
  return bits < BITS_MAX ? bits - bits % BITS_STEP : BITS_MAX;
}

/* The words of a transform. */
static size_t
words_of (const struct shape *s)
{
  return ((((size_t) 2 * s->L - s->half) << s->levels) / 2) * LANES;
}

/* The smallest transform for N coefficients, with half a node at its end unless WHOLE; returns its
   words.  A node has at least two levels. */
static size_t
fit (struct shape *s, size_t n, int whole)
{
  size_t vectors = vectors_of (n);
  s->levels = LEVELS_MIN;
  while ((size_t) 8 << s->levels < vectors)
    s->levels++;
  s->L = (int) ((vectors + ((size_t) 1 << s->levels) - 1) >> s->levels);
  if (s->L < 5)
    s->L = 5;
  s->half = HALF_NODES && !whole && s->L < 8 && s->levels > LEVELS_MIN
            && (((size_t) 2 * s->L - 1) << s->levels) / 2 >= vectors;
  return words_of (s);
}

/* Pieces of an a of at least 8 bn limbs: 3 to 8 times bn, as they fill their transforms best. */
static void
cut_pieces (struct shape *s, mp_size_t an, mp_size_t bn, int whole)
{
  size_t b = coefficients_of (bn, s->bits), best = SIZE_MAX;
  for (int times = 3; times <= 8; times++)
    {
      mp_size_t pieces = (an - 1) / (times * bn) + 1, piece = (an - 1) / pieces + 1;
      size_t cost = (size_t) pieces * fit (s, coefficients_of (piece, s->bits) + b - 1, whole);
      if (cost < best)
        best = cost, s->piece = piece;
    }
}

/* More limbs than fit in any transform. */
#define LIMBS_MAX ((mp_size_t) 1 << (GMP_LIMB_BITS == 64 ? 40 : 26))

/* For an and bn limbs, an >= bn >= 1.  Returns 0 if they are too many: more than 2^LEVELS_MAX
   vectors, which fit in no memory.  IN_PIECES: a may be cut; WHOLE: no half nodes. */
static int
shape_of (struct shape *s, mp_size_t an, mp_size_t bn, int in_pieces, int whole)
{
  if (an > LIMBS_MAX)
    return 0;
  s->bits = bits_for (coefficients_of (bn, bits_for ((size_t) bn)) + 1);
  s->lean = 0;
  s->piece = an;
  if (in_pieces && an / 8 >= bn)
    cut_pieces (s, an, bn, whole);
  fit (s, coefficients_of (s->piece, s->bits) + coefficients_of (bn, s->bits) - 1, whole);
  return s->levels <= LEVELS_MAX;
}

/* Whether the transform is cyclic. */
static int
is_cyclic (const struct shape *s)
{
  return s->L == 4 || s->L == 12;
}

#if GMP_LIMB_BITS == 64
/* Coefficients of a cyclic transform have as few bits as suffice, but not fewer than this, if they
   may have more. */
enum { CYCLIC_BITS_MIN = 84 };

/* The smallest cyclic transform modulo beta^m - 1 with m >= n >= 1, with the smallest m that it
   has: x^N - 1 is beta^m - 1 at x = 2^bits with m = N bits / 64.  FOR_CRT: N / 2 coefficients, of
   BITS or a multiple, are whole limbs, and sums of two products fit (mul/ntt/crt_bipartite_tpl.h).
   Returns m, or 0 if there is none. */
static mp_size_t
cyclic_shape_of (struct shape *s, mp_size_t n, int for_crt)
{
  int levels_min = LEVELS_MIN;
  while (4 * LANES << levels_min < 64 << for_crt)
    levels_min++;
  for (int levels = levels_min; n <= LIMBS_MAX && levels <= LEVELS_MAX; levels++)
    for (int thirds = 1; thirds <= 3 && levels - thirds / 2 >= levels_min; thirds += 2)
      {
        s->L = 4 * thirds;
        s->half = s->lean = 0;
        s->levels = levels - thirds / 2;        /* 3 2^-1 comes after 1 */
        const size_t coefficients = ((size_t) s->L << s->levels) * LANES;
        const mp_size_t limbs_a_bit = (mp_size_t) (coefficients / 64);
        s->bits = bits_for (coefficients << for_crt);
        if (s->bits * limbs_a_bit < n)
          continue;
        while (s->bits - BITS_STEP >= CYCLIC_BITS_MIN && (s->bits - BITS_STEP) * limbs_a_bit >= n)
          s->bits -= BITS_STEP;
        s->piece = s->bits * limbs_a_bit;
        return s->piece;
      }
  return 0;
}
#endif
