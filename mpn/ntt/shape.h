/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How two numbers become polynomials: coefficients of BITS bits, a transform of
   L 2^levels vectors.  A much longer a is taken in pieces, for which b is
   transformed once.  Included by a field file. */

struct shape
{
  int bits;                     /* of a coefficient; 64 < bits < 128 */
  int L, levels;                /* vectors: L << levels; L = 5, 6, 7, 8 */
  mp_size_t piece;              /* limbs of a at a time: an, if that is all */
};

enum { LEVELS_MIN = 2, LEVELS_MAX = ORDER - 3 };

/* How many coefficients n limbs are. */
static size_t
coefficients_of (mp_size_t n, int bits)
{
  return ((size_t) n * 64 + bits - 1) / bits;
}

static size_t
vectors_of (size_t coefficients)
{
  return (coefficients + LANES - 1) / LANES;
}

/* Pieces of four times bn, from twice as many limbs on. */
static mp_size_t
piece_of (mp_size_t an, mp_size_t bn)
{
  if (an / 8 < bn)
    return an;
  mp_size_t pieces = (an - 1) / (4 * bn) + 1;
  return (an - 1) / pieces + 1;
}

/* Coefficients of the product are sums of TERMS products, below
   terms 2^(2 bits) <= 2^(PRODUCT_BITS - 1): less than half the product of the primes. */
static int
bits_for (size_t terms)
{
  int log = 0;
  while (((size_t) 1 << log) < terms)
    log++;
  return (PRODUCT_BITS - 1 - log) / 2;
}

/* For an and bn limbs, an >= bn >= 1.  Returns 0 if they are too many:
   more than 2^LEVELS_MAX vectors, which no memory holds. */
static int
shape_of (struct shape *s, mp_size_t an, mp_size_t bn)
{
  const mp_size_t limit = (mp_size_t) 1 << 40;
  if (an > limit)
    return 0;
  s->bits = bits_for ((size_t) bn * 64 / bits_for ((size_t) bn) + 1);
  s->piece = piece_of (an, bn);
  size_t a = coefficients_of (s->piece, s->bits), b = coefficients_of (bn, s->bits);
  size_t vectors = vectors_of (a + b - 1);
  s->levels = LEVELS_MIN;
  while ((size_t) 8 << s->levels < vectors)
    s->levels++;
  s->L = (int) ((vectors + ((size_t) 1 << s->levels) - 1) >> s->levels);
  if (s->L < 5)
    s->L = 5;
  return s->levels <= LEVELS_MAX;
}
