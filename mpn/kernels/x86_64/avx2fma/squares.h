/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squares of signed digits of 48 bits in doubles, by the sums of sums.h, in tiles of 24 columns.

   Products of two different digits are added up once, the square of a digit halved, and all sums doubled at last: l is
   a multiple of 1/2, and exact up to 2^52.

   One h has a column, which takes up to 30 products of at most 2^94 each, but for one of 2^95 with the uppermost digit
   (or half its square): with l, |h - C| <= 31 2^94 + 2^53 < 2^99.  Then sums move on: g = h + l rounded to a sum of
   integers, as its bits, and the rest l - (g - h), at most 2^47, stays in l.  So
     |l| <= (1 + 30) 2^47 < 2^52.

   Vector v has columns c+4v..c+4v+3; with i = c/2 + 2v and the products by all digits below i done, what is left is
     digit i by     a_i / 2, a_{i+1}, a_{i+2}, a_{i+3}
     digit i + 1 by       -,       -, a_{i+1} / 2, a_{i+2}:
   2v + 2 products in a tile from digit c/2 on.

   RUN = 28 digits come between two moves.  With k corners before, 2k + 12 and the digits to all vectors are the most
   products that a vector has at the end: up to 18 - 2k such digits do not move.  ROOM = RUN - 4k less these is then
   not below 10 - 2k, half of what it was at first, less 4.  */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_SQUARES_H
#define COMBA_KERNELS_X86_64_AVX2FMA_SQUARES_H

#include "kernels/x86_64/avx2fma/sums.h"

#define SQUARE_VECTORS 6
#define SQUARE_RUN 28

/* Beside corners: no more than 4, or 8, of the last twelve digits are there. */
#define SQUARE_LEFT_4 0x100
#define SQUARE_LEFT_8 0x200

#ifndef __ASSEMBLER__

/* As MUL_TILE, of 24 columns of a square: the corners that CORNERS names, all of the first vectors, then ROWS
   digits to all vectors, then twelve that are the last of a vector.  ROOM is SQUARE_RUN less the digits of the
   corners.  b has SQUARE_VECTORS vectors of zeros behind, and a zeros to whole vectors. */
void SQR_TILE (int64_t *low, const double *a, const double *b, mp_size_t rows, unsigned corners, mp_size_t room);

enum { SQUARE_TILE = VECTOR * SQUARE_VECTORS };

/* Columns c..c+23 of a square of d digits, a, and b their copies.  Vector v's have no products of digits below first + 4v,
   with c - (d - 1) rounded down to a multiple of 4, perhaps negative, as first; digits from half on are the last ones, the
   tile's own matter. */
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
