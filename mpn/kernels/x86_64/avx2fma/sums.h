/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Sums of products of signed radix-2^48 digits in doubles, by fused multiply-add, in tiles of
   sixteen columns (doc/algorithms/doubles.md).

   A column has two sums h and a sum l.  A product x = a b goes to one of the h, and its rounding
   error to l:
     h' = h + x rounded,  l' = l + (x - (h' - h)).
   h starts at C = 1.5 2^100 and stays between 2^100 and 2^101, so it is a multiple of 2^48.  The
   error is an integer of at most 2^47, exact because h' - h is.  No product needs an integer
   addition, which would occupy the multipliers of Zen 3.  (The exact low half by a second FMA: N.
   Emmart, F.  Zheng, C.  Weems, Faster modular exponentiation using double precision floating point
   arithmetic on the GPU, ARITH 25, 2018; they add up both halves as integers.)

   Bounds.  Digits are at most 2^47, the top one 2^48 (kernels/x86_64/avx2fma/digits48_tpl.h).
   After at most RUN = 56 digits of one operand, 28 to each h, the sums move: g = h + l, rounded,
   replaces one h, and the bits of both, minus those of C, are added to an integer; the rest l - (g
   - h), at most 2^47, stays in l.  So
     |l| <= (1 + 56) 2^47 < 2^53, exact;
     |h - C|, |g - C| <= 31 2^94 + 2^54 < 2^99:
   28 products of 2^94, except two of 2^95 or one of 2^96.

   The digits of a are broadcast.  Of b there are four copies, copy r moved up by r places, so
   that all loads are aligned.  Fours of digits of a that only some of the four vectors of
   columns need are CORNERS: first for vector 0, then 0 and 1, then 0 to 2; at the end for 1 to
   3, then 2 and 3, then 3. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_SUMS_H
#define COMBA_KERNELS_X86_64_AVX2FMA_SUMS_H

/* The bit patterns of C and 1.5 2^52. */
#define TILE_C_BITS 0x4638000000000000
#define TILE_LOW_BITS 0x4338000000000000

/* A column is the sum of its low half and the high half of the one before, at most 2^55.  Each
   column gets BIAS more, and the next one BIAS_ABOVE less, so that none is negative; the
   constant of the low half is subtracted. */
#define TILE_BIAS 0x100000000000000
#define TILE_BIAS_ABOVE (TILE_BIAS >> 48)
#define TILE_CONSTANT (TILE_BIAS - TILE_LOW_BITS)

/* Digits of a between two moves, and the digits of all corners at one end. */
#define TILE_RUN 56
#define TILE_CORNER_DIGITS 12

/* The bits of CORNERS: first vectors up to v; vector v and the ones after it. */
#define TILE_FIRST(v) (1 << (v))
#define TILE_LAST(v) (4 << (v))

/* The tiles for products and those for residues (kernels/x86_64/avx2fma/montgomery48.c) have the
   same source but names and layouts of their own: the distance, in units of 8 bytes, between
   copies, between fours of digits, and from low to high halves.  Residues store copies that P
   determines in length, so there the vectors of the four copies alternate. */
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

/* The digits of n limbs, and their vectors. */
#define DIGITS(n) ((64 * (n) + DIGIT_BITS - 1) / DIGIT_BITS)
#define VECTORS(n) (((n) + VECTOR_LIMBS - 1) / VECTOR_LIMBS)

/* low[0..15] and low[TILE_HIGH_AT..TILE_HIGH_AT+15] = the two halves of sixteen columns of a b. a
   points to the first digit used, b to the digit of b that a[0] contributes to the first column.
   First come the corners in CORNERS of the first vectors, then ROWS digits for all vectors, then
   the corners of the last vectors, four digits each.  ROWS >= 0 is a multiple of 4; ROOM is
   TILE_RUN minus the digits of the corners before.  low is aligned to 32 bytes.
   Time depends on rows, corners and room alone.  (kernels/x86_64/avx2fma/mul_tile.S) */
void MUL_TILE (int64_t *low, const double *a, const double *b, mp_size_t rows, unsigned corners, mp_size_t room);

/* The first four digits of a that contribute to vector v of the columns from c on, if b has db
   digits. */
static ALWAYS_INLINE mp_size_t
first_four (mp_size_t c, int v, mp_size_t db)
{
  return at_least (c + VECTOR * v - (db - 1), 0) / VECTOR * VECTOR;
}

/* Columns c..c+15 of a_i b_j for i < da, a multiple of 4, and j < db.  db >= 9, so that no four
   digits are a corner at both ends. */
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
