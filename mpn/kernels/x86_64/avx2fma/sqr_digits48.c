/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squares on radix-2^48 digits in doubles, n from COMBA_AVX2_DIGITS_MIN to
   COMBA_AVX2_DIGITS_MAX.  Otherwise the contract is that of comba_sqr_basecase_fn
   (dispatch/config.h). */

#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/avx2fma/mxcsr.h"
#include "kernels/x86_64/avx2fma/squares.h"
#include "kernels/x86_64/avx2fma/digits48_tpl.h"

_Static_assert (TILE_COPY >= (VECTORS (MOST) + SQUARE_VECTORS) * VECTOR, "digits, and zeros for the last columns' tile");
_Static_assert (TILE_HIGH_AT > (2 * DIGITS (MOST) + SQUARE_TILE - 1) / SQUARE_TILE * SQUARE_TILE,
                "columns of a square, in tiles, and one before the high halves");

static void BY_ITSELF
sqr_tile (int64_t *low, const double *b, mp_size_t d, mp_size_t c)
{
  sqr_tile_at (low, b, b, d, c);
}

static void BY_ITSELF
sqr_tiles (int64_t *low, const double *b, mp_size_t d)
{
  low[TILE_HIGH_AT - 1] = TILE_CONSTANT;
  for (mp_size_t c = 0; c < 2 * d; c += SQUARE_TILE)
    sqr_tile (low, b, d, c);
}

/* Zeros after the copies of the digits of n limbs. */
static void BY_ITSELF
put_zeros (double (*copies)[TILE_COPY], mp_size_t n)
{
  const __m256d zero = _mm256_setzero_pd ();
  UNROLL for (int k = 1; k < SQUARE_VECTORS; k++)
    put_four (copies[0] + (VECTORS (n) + k) * VECTOR, TILE_COPY, zero, zero);
}

/* The arrays belong to a function that does nothing else: tests/ct/disassembly takes what lies
   beside an array in a frame for operands. */
static void __attribute__ ((noinline))
sqr_digits (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  _Alignas (64) double b[VECTOR][TILE_COPY];
  put_copies (b, ap, n);
  put_zeros (b, n);

  _Alignas (64) int64_t low[2 * TILE_HIGH_AT];
  sqr_tiles (low, b[0], DIGITS (n));
  put_columns (rp, 2 * n, low, low + TILE_HIGH_AT - 1);
}

void
comba_sqr_digits_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= LEAST && n <= MOST);
  const unsigned before = begin_arithmetic ();
  sqr_digits (rp, ap, n);
  end_arithmetic (before);
}
