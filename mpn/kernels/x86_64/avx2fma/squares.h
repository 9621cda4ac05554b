/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squares of signed radix-2^48 digits in doubles, by the sums of kernels/x86_64/avx2fma/sums.h, in
   tiles of 24 columns.

   Products of two different digits are added once, the square of a digit is halved, and all sums
   are doubled at the end: l is a multiple of 1/2, and exact up to 2^52.

   A column has one h, which takes up to 30 products of at most 2^94 each, except one of 2^95 with
   the top digit (or half its square).  With l, |h - C| <= 31 2^94 + 2^53 < 2^99.  Then the sums
   move: g = h + l, rounded, is added as its bits to an integer, and the rest l - (g - h), at most
   2^47, stays in l.  So
     |l| <= (1 + 30) 2^47 < 2^52.

   Vector v holds columns c+4v..c+4v+3.  With i = c/2 + 2v, after the products by all digits below
   i, these remain:
     digit i by     a_i / 2, a_{i+1}, a_{i+2}, a_{i+3}
     digit i + 1 by       -,       -, a_{i+1} / 2, a_{i+2},
   so 2v + 2 products in a tile from digit c/2 on.

   RUN = 28 digits lie between two moves.  With k corners before, a vector has at the end at most
   2k + 12 products and those by digits to all vectors: up to 18 - 2k such digits need no move.
   ROOM = RUN - 4k minus their number is then at least 10 - 2k, half of its initial value minus
   4. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_SQUARES_H
#define COMBA_KERNELS_X86_64_AVX2FMA_SQUARES_H

#include "kernels/x86_64/avx2fma/sums.h"

#define SQUARE_VECTORS 6
#define SQUARE_RUN 28

/* Besides corners: at most 4, or 8, of the last twelve digits exist. */
#define SQUARE_LEFT_4 0x100
#define SQUARE_LEFT_8 0x200

#ifndef __ASSEMBLER__

/* As MUL_TILE, for 24 columns of a square: the corners in CORNERS, all of the first vectors, then
   ROWS digits to all vectors, then the twelve digits that are the last of a vector.  ROOM is
   SQUARE_RUN minus the digits of the corners.  b is followed by SQUARE_VECTORS vectors of zeros, a
   is padded with zeros to whole vectors.
   Time depends on rows, corners and room alone. */
void SQR_TILE (int64_t *low, const double *a, const double *b, mp_size_t rows, unsigned corners, mp_size_t room);

enum { SQUARE_TILE = VECTOR * SQUARE_VECTORS };

/* Columns c..c+23 of the square of d digits, a, and b their copies.  Vector v has no products of
   digits below first + 4v, where first is c - (d - 1), rounded down to a multiple of 4 and
   possibly negative.  The tile itself handles the digits from half on. */
static ALWAYS_INLINE void
sqr_tile_at (int64_t *low, const double *a, const double *b, mp_size_t d, mp_size_t c)
{
  const mp_size_t half = c / 2, first = (c - (d - 1)) & -VECTOR;
  const mp_size_t from = at_most (at_least (first, 0), half);
  const mp_size_t skipped = at_most (at_least (-first, 0) / VECTOR, SQUARE_VECTORS - 1);
  const mp_size_t corners = at_most (SQUARE_VECTORS - 1 - skipped, (half - from) / VECTOR);
  const mp_size_t rows = half - from - VECTOR * corners;
  const unsigned left = d - half <= 4 ? SQUARE_LEFT_4 : d - half <= 8 ? SQUARE_LEFT_8 : 0;
  SQR_TILE (low + c, a + from, b + TILE_NEXT / VECTOR * (c - from), rows, ((1u << corners) - 1) << skipped | left,
            SQUARE_RUN - VECTOR * corners);
}

#endif
#endif
