/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squares on radix-2^48 digits in doubles, n from COMBA_AVX2_DIGITS_MIN to
   COMBA_AVX2_DIGITS_MAX.  Otherwise the contract is that of comba_sqr_basecase_fn
   (dispatch/config.h). */

#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/avx2fma/mxcsr.h"
#include "kernels/x86_64/avx2fma/squares.h"
#include "kernels/x86_64/avx2fma/digits48_tpl.h"
#include "arith/scratch.h"
#include "kernels/portable/portable.h"

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

struct arrays
{
  _Alignas (64) int64_t low[2 * TILE_HIGH_AT];
  _Alignas (64) double b[VECTOR][TILE_COPY];
};

static void
sqr_in (mp_ptr rp, mp_srcptr ap, mp_size_t n, struct arrays *x)
{
  const unsigned before = begin_arithmetic ();
  put_copies (x->b, ap, n);
  put_zeros (x->b, n);
  sqr_tiles (x->low, x->b[0], DIGITS (n));
  put_columns (rp, 2 * n, x->low, x->low + TILE_HIGH_AT - 1);
  end_arithmetic (before);
}

/* As in kernels/x86_64/avx2fma/mul_digits48.c. */
enum { OFFSET = 1280 };
_Static_assert (OFFSET + sizeof (struct arrays) <= COMBA_OWN_LIMBS * sizeof (mp_limb_t), "the arrays must fit");

/* The same, where the thread has no memory of its own; without memory, by columns of limbs. */
static void __attribute__ ((noinline))
sqr_elsewhere (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  struct comba_scratch s;
  struct arrays *const x = (struct arrays *) comba_scratch_get (&s, sizeof *x / sizeof (mp_limb_t), 0);
  if (x != NULL)
    sqr_in (rp, ap, n, x);
  else
    comba_sqr_comba (rp, ap, n);
  comba_scratch_put (&s);
}

void
comba_sqr_digits_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= LEAST && n <= MOST);
  const mp_ptr own = comba_own_take ();
  if (unlikely (own == NULL))
    {
      sqr_elsewhere (rp, ap, n);
      return;
    }
  sqr_in (rp, ap, n, (struct arrays *) ((char *) own + OFFSET));
  comba_own_leave (own);
}
