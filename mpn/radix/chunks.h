/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Chunks: as many digits of a base as fit a limb, with room for the arithmetic of fractions. */

#ifndef COMBA_RADIX_CHUNKS_H
#define COMBA_RADIX_CHUNKS_H

#include "arith/limb_steps.h"

/* A chunk has the most DIGITS for which big = base^digits <= 3/5 beta.
     shift     of big to have its top bit set
     inverse   floor (beta^2 / (big 2^shift)) - beta + 1
     per_bit   floor (beta / log2 (big)) + 1
     bits      floor (2^COMBA_CHUNK_FRACTION log2 (big))
   In bases that are powers of two, inverse is not used. */
#define COMBA_CHUNK_FRACTION (GMP_LIMB_BITS == 64 ? 40 : 30)
struct comba_chunk
{
  mp_limb_t big, inverse, per_bit;
  uint64_t bits;
  unsigned char digits, shift;
};
extern const struct comba_chunk comba_chunks[255];      /* [base - 2] */

/* Reciprocals of 10^(19 m), m = 1..COMBA_TENS: comba_tens_limbs[at..at+n-1] =
   floor (beta^places / 10^(19 m)) + 1, where beta^places >= 8 10^(38 m) (limbs of 64 bits). */
#define COMBA_TENS 40
struct comba_ten
{
  unsigned short at, n, places;
};
#if GMP_LIMB_BITS == 64
extern const struct comba_ten comba_tens[COMBA_TENS];   /* [m - 1] */
extern const mp_limb_t comba_tens_limbs[];
#endif

/* Returns the least number of chunks for every number of so many bits, or one more. */
static inline mp_size_t
comba_chunks_of (const struct comba_chunk *c, size_t bits)
{
  return (mp_size_t) COMBA_HIGH ((comba_dlimb) bits * c->per_bit) + 1;
}

/* A fraction from which m chunks are taken has h limbs, where beta^h >= 2^COMBA_CHUNK_GUARD big^m.
   Returns the least such h. */
#define COMBA_CHUNK_GUARD 32
static inline mp_size_t
comba_chunk_limbs (const struct comba_chunk *c, mp_size_t m)
{
  const comba_dlimb bits = ((comba_dlimb) m * (c->bits + 1) >> COMBA_CHUNK_FRACTION) + 1 + COMBA_CHUNK_GUARD;
  return (mp_size_t) ((bits + GMP_LIMB_BITS - 1) / GMP_LIMB_BITS);
}

/* Returns a t such that 1/8 <= 2^t / u <= 1/2 for u = beta^h / big^m, the least digit of m chunks in
   a fraction of h limbs, as long as m <= 2^COMBA_CHUNK_FRACTION.  h >= comba_chunk_limbs (c, m). */
static inline size_t
comba_chunk_part (const struct comba_chunk *c, mp_size_t m, mp_size_t h)
{
  const comba_dlimb bits = ((comba_dlimb) m * (c->bits + 1) >> COMBA_CHUNK_FRACTION) + 1;
  return (size_t) h * GMP_LIMB_BITS - (size_t) bits - 1;
}

#endif
