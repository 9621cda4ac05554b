/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Sums of products of signed digits of 48 bits in doubles, by fused multiply-add, in tiles of sixteen columns.

   Two sums h and a sum l have a column.  A product x = a b goes to one of the h, and what is lost there to l:
     h' = h + x rounded,  l' = l + (x - (h' - h)).
   h starts at C = 1.5 2^100 and stays between 2^100 and 2^101, so it is a multiple of 2^48; what is lost is an integer
   of at most 2^47, exact as h' - h is.  No product takes an addition of integers: those would take the multipliers of
   Zen 3.  (The exact low half by a second FMA: N. Emmart, F. Zheng, C. Weems, Faster modular exponentiation using
   double precision floating point arithmetic on the GPU, ARITH 25, 2018; they add up both halves as integers.)

   Digits are 2^47 at most, and the uppermost 2^48 (digits48.h).  After at most RUN = 56 digits of one operand, 28 to each
   h, sums move on: g = h + l rounded instead of one h, and both as their bits, less those of C, to a sum of integers; the
   rest l - (g - h), at most 2^47, stays in l.  So
     |l| <= (1 + 56) 2^47 < 2^53, exact;
     |h - C|, |g - C| <= 31 2^94 + 2^54 < 2^99,
   28 products of 2^94 but for two of 2^95 or one of 2^96.

   The digits a of one operand are broadcast; of the other, b, there are four copies, copy r moved up by r places, so
   that all loads are aligned.  Fours of digits of a that only some of the four vectors of columns have are CORNERS:
   first vector 0, then 0 and 1, then 0 to 2; in the end 1 to 3, then 2 and 3, then 3.  */

#ifndef COMBA_AVX2_SUMS_H
#define COMBA_AVX2_SUMS_H

/* C and 1.5 2^52, as bits. */
#define TILE_C_BITS 0x4638000000000000
#define TILE_LOW_BITS 0x4338000000000000

/* A column is the sum of the low half of its place and the high half of the one before, at most 2^55: that is to be
   BIAS more, and BIAS_ABOVE less for the one before, so that none is negative, and less by the constant in the low
   half. */
#define TILE_BIAS 0x100000000000000
#define TILE_BIAS_ABOVE (TILE_BIAS >> 48)
#define TILE_CONSTANT (TILE_BIAS - TILE_LOW_BITS)

/* Digits of a between two moves, and as many as all corners at one end have. */
#define TILE_RUN 56
#define TILE_CORNER_DIGITS 12

/* Corners of the first vectors to v, and of v and the last ones. */
#define TILE_FIRST(v) (1 << (v))
#define TILE_LAST(v) (4 << (v))

/* From one copy of digits to the next, and from low halves to high ones: numbers of 8 bytes. */
#define TILE_COPY 368
#define TILE_HIGH_AT 704

#ifndef __ASSEMBLER__
#include "avx2.h"
#include "copies.h"
#include "digits48.h"

/* low[0..15] and low[TILE_HIGH_AT..TILE_HIGH_AT+15], at multiples of 32 bytes, are the halves of sixteen columns: of
   digits of a from a[0] on times those of b, with b at b_j of the first column for a[0].  First come the corners that
   CORNERS names of the first vectors, then ROWS digits to all vectors, perhaps none, then the corners of the last
   ones; ROOM is TILE_RUN less the digits of the corners before.  Four digits each; ROWS is a multiple of 4.
   Time depends on sizes alone.  */
void comba_mul_tile_avx2 (int64_t *low, const double *a, const double *b, mp_size_t rows, unsigned corners,
                          mp_size_t room);

enum { MOST = COMBA_AVX2_DIGITS_MAX, LEAST = COMBA_AVX2_DIGITS_MIN };

_Static_assert (TILE_COPY >= (VECTORS (MOST) + 1) * VECTOR, "digits of an operand, and four zeros");
_Static_assert (TILE_HIGH_AT % VECTOR == 0 && TILE_HIGH_AT > 2 * DIGITS (MOST) + TILE, "columns of a product, in tiles");

/* Four copies of the digits of n limbs, at least LEAST, and four zeros. */
static void BY_ITSELF
put_copies (double (*copies)[TILE_COPY], mp_srcptr bp, mp_size_t n)
{
  const __m256d zero = _mm256_setzero_pd ();
  double *d = copies[0];
  __m256d before = first_digits (bp);
  put_four (d, TILE_COPY, zero, before);
  for (n -= VECTOR_LIMBS, bp += VECTOR_LIMBS, d += VECTOR; n > VECTOR_LIMBS;
       n -= VECTOR_LIMBS, bp += VECTOR_LIMBS, d += VECTOR)
    {
      const __m256d four = four_digits (bp);
      put_four (d, TILE_COPY, before, four);
      before = four;
    }
  const __m256d last = last_digits (bp, n);
  put_four (d, TILE_COPY, before, last);
  put_four (d + VECTOR, TILE_COPY, last, zero);
}

#endif
#endif
