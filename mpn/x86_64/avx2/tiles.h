/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of digits of 51 bits in doubles by fused multiply-add.

   With C = 2^103 and x = a b < 2^103,
     h = C + x rounded is C + 2^51 H, since doubles from 2^103 on are multiples of 2^51;
     l = x - 2^51 H + 3 2^51 is an integer in 2^52..2^53, exact, as is what it is made of,
         (C + 3 2^51) - h:
   so x = 2^51 H + (l - 3 2^51), whichever way was rounded.  The bits of h and l as integers are H and l, each and
   a constant more: they are added up as they are (N. Emmart, Faster modular exponentiation using
   double precision floating point arithmetic on the GPU, ARITH 25, 2018). */

#ifndef COMBA_AVX2_TILES_H
#define COMBA_AVX2_TILES_H

#include "avx2.h"
#include "copies.h"
#include "digits.h"

#define C_HIGH 0x1p103
#define C_BOTH (0x1p103 + 0x1.8p52)

/* The bits of C and of 3 2^51. */
#define HIGH_BIAS ((uint64_t) (1023 + 103) << 52)
#define LOW_BIAS ((uint64_t) (1023 + 52) << 52 | (uint64_t) 1 << 51)

struct tile
{
  __m256i low[TILE_VECTORS], high[TILE_VECTORS];
};

/* Limbs of the operands, and doubles of a copy of them: zeros before, and behind it fifteen at least, which the tile
   of a square's last columns takes. */
enum { MOST = COMBA_AVX2_DIGITS_MAX, PAD = 4, BEHIND = 4, COPY = PAD + (DIGITS (MOST) + 7) / 8 * 8 + BEHIND * VECTOR };

/* Vector v of the columns gets the products of a and b. */
static ALWAYS_INLINE void
add_vector (struct tile *t, __m256d a, __m256d b, int v)
{
  const __m256d c_high = _mm256_set1_pd (C_HIGH), c_both = _mm256_set1_pd (C_BOTH);
  __m256d h = _mm256_fmadd_pd (a, b, c_high);
  __m256d l = _mm256_fmadd_pd (a, b, _mm256_sub_pd (c_both, h));
  t->high[v] = _mm256_add_epi64 (t->high[v], _mm256_castpd_si256 (h));
  t->low[v] = _mm256_add_epi64 (t->low[v], _mm256_castpd_si256 (l));
  /* The sums as they are written here: others take more registers than there are. */
  __asm__ ("" : "+x" (t->high[v]), "+x" (t->low[v]));
}

/* b is there four times: copy r has moved up by r places, so that all loads are aligned.
   The products of digit r of a, modulo 4. */
static ALWAYS_INLINE void
add_digit (struct tile *t, const double *ap, const double *bp, int r, int from, int to)
{
  const __m256d a = _mm256_broadcast_sd (ap + r);
  UNROLL for (int v = from; v < to; v++)
    add_vector (t, a, _mm256_load_pd (bp + COPY * r + VECTOR * v), v);
}

/* Vectors FROM..TO-1 of the columns get a_i b_j for i = first.., four at a time while i + 4 <= end, first a multiple
   of 4; bp points at b_j of the tile's first column for i = 0.  Returns the i that is next. */
static ALWAYS_INLINE mp_size_t
add_fours (struct tile *t, const double *ap, const double *bp, mp_size_t first, mp_size_t end, int from, int to)
{
  mp_size_t i = first;
  for (; i + VECTOR <= end; i += VECTOR)
    UNROLL for (int r = 0; r < VECTOR; r++)
      add_digit (t, ap + i, bp - i, r, from, to);
  return i;
}

/* Its columns with no products yet, for so many to each of vector v. */
static ALWAYS_INLINE void
start_vector (struct tile *t, int v, mp_size_t products)
{
  t->low[v] = _mm256_set1_epi64x ((long long) -((uint64_t) products * LOW_BIAS));
  t->high[v] = _mm256_set1_epi64x ((long long) -((uint64_t) products * HIGH_BIAS));
}

/* Its columns, c and above; the high halves belong to the next ones. */
static ALWAYS_INLINE void
put_tile (int64_t *low, int64_t *high, mp_size_t c, const struct tile *t)
{
  UNROLL for (int v = 0; v < TILE_VECTORS; v++)
    {
      _mm256_storeu_si256 ((__m256i *) (low + c + VECTOR * v), t->low[v]);
      _mm256_storeu_si256 ((__m256i *) (high + c + VECTOR * v + 1), t->high[v]);
    }
}

static void __attribute__ ((noinline))
put_copies (double (*d)[COPY], mp_srcptr bp, mp_size_t n)
{
  const struct bytes x = { (const char *) bp, (const char *) (bp + n) };
  const __m256d zero = _mm256_setzero_pd ();
  put_four (d[0], COPY, zero, zero);
  __m256d before = zero;
  mp_size_t i = 0;
#define COPY_EIGHT(end)                                                            \
  __m256d even = four_digits (x, i, 0, end), odd = four_digits (x, i + 1, 1, end); \
  put_four (d[0] + PAD + VECTOR * i, COPY, before, even);                          \
  put_four (d[0] + PAD + VECTOR * (i + 1), COPY, even, odd);                       \
  before = odd
  for (; i < 2 * eights_inside (n); i += 2)
    {
      COPY_EIGHT (0);
    }
  for (; VECTOR * i < DIGITS (n); i += 2)
    {
      COPY_EIGHT (1);
    }
  put_four (d[0] + PAD + VECTOR * i, COPY, before, zero);
  for (int k = 1; k < BEHIND; k++)
    put_four (d[0] + PAD + VECTOR * (i + k), COPY, zero, zero);
}

#endif
