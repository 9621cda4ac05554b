/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Sums of products of signed digits of 48 bits in doubles, by fused multiply-add, in tiles of sixteen columns.

   Two sums h and a sum l have a column.  A product x = a b goes to one of the h, and what is lost there to l:
     h' = h + x rounded,  l' = l + (x - (h' - h)).
   h starts at C = 1.5 2^100 and stays between 2^100 and 2^101, so it is a multiple of 2^48; what is lost is an integer
   of at most 2^47, exact as h' - h is.  No product takes an addition of integers: those would take the multipliers of
   Zen 3.  (The exact low half by a second FMA: N. Emmart, F. Zheng, C. Weems, Faster modular exponentiation using
   double precision floating point arithmetic on the GPU, ARITH 25, 2018; they add up both halves as integers.)

   Digits are 2^47 at most, and the uppermost 2^48 (digits48_tpl.h).  After at most RUN = 56 digits of one operand, 28 to each
   h, sums move on: g = h + l rounded instead of one h, and both as their bits, less those of C, to a sum of integers; the
   rest l - (g - h), at most 2^47, stays in l.  So
     |l| <= (1 + 56) 2^47 < 2^53, exact;
     |h - C|, |g - C| <= 31 2^94 + 2^54 < 2^99,
   28 products of 2^94 but for two of 2^95 or one of 2^96.

   The digits a of one operand are broadcast; of the other, b, there are four copies, copy r moved up by r places, so
   that all loads are aligned.  Fours of digits of a that only some of the four vectors of columns have are CORNERS:
   first vector 0, then 0 and 1, then 0 to 2; in the end 1 to 3, then 2 and 3, then 3.  */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_SUMS_H
#define COMBA_KERNELS_X86_64_AVX2FMA_SUMS_H

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

/* Tiles of products and those of residues (montgomery48.c) are of one source, and have functions and places of their own: how
   far it is from one copy of digits to the next, from four digits to the next four, and from low halves to high ones, in
   numbers of 8 bytes.  Residues keep copies, as long as P is: the copies' vectors take turns. */
#ifdef COMBA_TILES_OF_RESIDUES
#define MUL_TILE comba_mod48_mul_tile_avx2
#define SQR_TILE comba_mod48_sqr_tile_avx2
#define TILE_COPY 4
#define TILE_NEXT 16
#define TILE_HIGH_AT 784
#else
#define MUL_TILE comba_mul_tile_avx2
#define SQR_TILE comba_sqr_tile_avx2
#define TILE_COPY 368
#define TILE_NEXT 4
#define TILE_HIGH_AT 704
#endif

#ifndef __ASSEMBLER__
#include "kernels/x86_64/avx2fma/copies.h"

enum { DIGIT_BITS = 48, VECTOR_LIMBS = 3 };

/* So many digits n limbs are, and so many vectors of them. */
#define DIGITS(n) ((64 * (n) + DIGIT_BITS - 1) / DIGIT_BITS)
#define VECTORS(n) (((n) + VECTOR_LIMBS - 1) / VECTOR_LIMBS)

/* low[0..15] and low[TILE_HIGH_AT..TILE_HIGH_AT+15], at multiples of 32 bytes, are the halves of sixteen columns: of
   digits of a from a[0] on times those of b, with b at b_j of the first column for a[0].  First come the corners that
   CORNERS names of the first vectors, then ROWS digits to all vectors, perhaps none, then the corners of the last
   ones; ROOM is TILE_RUN less the digits of the corners before.  Four digits each; ROWS is a multiple of 4.
   Time depends on sizes alone.  */
void MUL_TILE (int64_t *low, const double *a, const double *b, mp_size_t rows, unsigned corners, mp_size_t room);

/* The first four digits of a that reach vector v of the columns from c on, of db digits of b. */
static ALWAYS_INLINE mp_size_t
first_four (mp_size_t c, int v, mp_size_t db)
{
  return at_least (c + VECTOR * v - (db - 1), 0) / VECTOR * VECTOR;
}

/* Columns c..c+15 of a_i b_j for i < da, a multiple of 4, and j < db: db is at least 9, so no four digits make a
   corner at both ends. */
static inline void
mul_tile (int64_t *low, const double *a, mp_size_t da, const double *b, mp_size_t db, mp_size_t c)
{
  const mp_size_t first = first_four (c, 0, db);
  unsigned corners = 0;
  mp_size_t i = first;
  UNROLL for (int v = 0; v < TILE_VECTORS - 1; v++)
    if (i < at_most (first_four (c, v + 1, db), da))
      {
        corners |= TILE_FIRST (v);
        i += VECTOR;
      }
  const mp_size_t rows = at_least (at_most (c + VECTOR, da) - i, 0);
  UNROLL for (int v = 1; v < TILE_VECTORS; v++)
    if (c + VECTOR * v < da)
      corners |= TILE_LAST (v);
  MUL_TILE (low + c, a + first, b + TILE_NEXT / VECTOR * c - TILE_NEXT / VECTOR * first, rows, corners,
            TILE_RUN - (i - first));
}

#endif
#endif
