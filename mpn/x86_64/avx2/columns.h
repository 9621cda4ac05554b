/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Columns of products of signed digits in doubles, B = 2^51, exact in any rounding mode.

   |a b| < 2^102: h = a b + 1.5 2^103 is rounded to a multiple of 2^51 between 2^103 and 2^104,
   and l = a b - (h - 1.5 2^103) + 1.5 2^52 is a whole number between 2^52 and 2^53.  So the bits of
   h and of l are a b's upper and lower half, in units of B and of 1, and a constant each: sums of bits
   are sums of halves once the constants are taken away, modulo 2^64.

   A block is four columns.  Digits 4i + r, r = 0..3, of one operand, each in every lane, times digits
   4j..4j+3 of the other begin at column 4(i+j) + r: so there is a sum for each r, no lane is moved but
   in the sums, and all loads are aligned.  Upper halves count one column up. */

#ifndef COMBA_AVX2_COLUMNS_H
#define COMBA_AVX2_COLUMNS_H

#include "limb.h"
#include <immintrin.h>

enum { DIGIT_BITS = 51 };
#define DIGIT_MASK (((mp_limb_t) 1 << DIGIT_BITS) - 1)

#define HIGH_ONE 0x1.8p103
#define LOW_ONE 0x1.8p52
#define HIGH_BITS 0x4668000000000000ull
#define LOW_BITS 0x4338000000000000ull

static ALWAYS_INLINE __m256i
all_lanes (uint64_t x)
{
  return _mm256_set1_epi64x ((long long) x);
}

/* Sums that begin 0 to 4 columns up. */
struct sums
{
  __m256i at0, at1, at2, at3, at4;
};

/* Without the constants of COUNT products by four digits. */
static ALWAYS_INLINE struct sums
sums_without (mp_size_t count)
{
  const __m256i low = all_lanes (-(uint64_t) count * LOW_BITS);
  const __m256i high = all_lanes (-(uint64_t) count * HIGH_BITS);
  const __m256i both = _mm256_add_epi64 (low, high);
  return (struct sums) { low, both, both, both, high };
}

static ALWAYS_INLINE void
add_product (__m256i *low, __m256i *high, double a, __m256d b)
{
  const __m256d all = _mm256_set1_pd (a);
  const __m256d h = _mm256_fmadd_pd (all, b, _mm256_set1_pd (HIGH_ONE));
  const __m256d l = _mm256_fmadd_pd (all, b, _mm256_sub_pd (_mm256_set1_pd (HIGH_ONE + LOW_ONE), h));
  *low = _mm256_add_epi64 (*low, _mm256_castpd_si256 (l));
  *high = _mm256_add_epi64 (*high, _mm256_castpd_si256 (h));
}

/* Digits a[0..3] times b. */
static ALWAYS_INLINE void
add_block (struct sums *s, const double *a, __m256d b)
{
  add_product (&s->at0, &s->at1, a[0], b);
  add_product (&s->at1, &s->at2, a[1], b);
  add_product (&s->at2, &s->at3, a[2], b);
  add_product (&s->at3, &s->at4, a[3], b);
}

/* What blocks so far have in the next one's columns. */
struct columns
{
  __m256i above;
};
#define NO_COLUMNS { _mm256_setzero_si256 () }

/* The columns of this block, of its sums and what the blocks before have there. */
static ALWAYS_INLINE __m256i
take_block (struct columns *c, const struct sums *s)
{
  const __m256i zero = _mm256_setzero_si256 ();
  const __m256i up1 = _mm256_permute4x64_epi64 (s->at1, 0x93);
  const __m256i up2 = _mm256_permute4x64_epi64 (s->at2, 0x4e);
  const __m256i up3 = _mm256_permute4x64_epi64 (s->at3, 0x39);
  const __m256i here = _mm256_add_epi64 (_mm256_add_epi64 (_mm256_blend_epi32 (zero, up1, 0xfc),
                                                           _mm256_blend_epi32 (zero, up2, 0xf0)),
                                         _mm256_blend_epi32 (zero, up3, 0xc0));
  const __m256i all = _mm256_add_epi64 (_mm256_add_epi64 (up1, up2), up3);
  const __m256i columns = _mm256_add_epi64 (_mm256_add_epi64 (s->at0, c->above), here);
  c->above = _mm256_add_epi64 (s->at4, _mm256_sub_epi64 (all, here));
  return columns;
}

/* The block of x y whose pairs are x's blocks first..last by y's blocks last..first. */
static ALWAYS_INLINE __m256i
product_block (struct columns *c, const double *x, const double *y, mp_size_t first, mp_size_t last)
{
  struct sums s = sums_without (last - first + 1);
  const double *a = x + 4 * first, *b = y + 4 * last;
  const double *const end = x + 4 * last;
  do
    {
      add_block (&s, a, _mm256_load_pd (b));
      a += 4;
      b -= 4;
    }
  while (a <= end);
  return take_block (c, &s);
}

/* Block k of x^2, whose pairs are of blocks FIRST and k - FIRST, and so on to the middle. */
static ALWAYS_INLINE __m256i
square_block (struct columns *c, const double *x, mp_size_t first, mp_size_t k)
{
  const mp_size_t pairs = (k + 1) / 2 - first;
  struct sums s = sums_without (pairs);
  const double *a = x + 4 * first, *b = x + 4 * (k - first);
  for (; a < b; a += 4, b -= 4)
    add_block (&s, a, _mm256_load_pd (b));
  s.at0 = _mm256_add_epi64 (s.at0, s.at0);
  s.at1 = _mm256_add_epi64 (s.at1, s.at1);
  s.at2 = _mm256_add_epi64 (s.at2, s.at2);
  s.at3 = _mm256_add_epi64 (s.at3, s.at3);
  s.at4 = _mm256_add_epi64 (s.at4, s.at4);
  if (a == b)
    {
      const struct sums one = sums_without (1);
      s.at0 = _mm256_add_epi64 (s.at0, one.at0);
      s.at1 = _mm256_add_epi64 (s.at1, one.at1);
      s.at2 = _mm256_add_epi64 (s.at2, one.at2);
      s.at3 = _mm256_add_epi64 (s.at3, one.at3);
      s.at4 = _mm256_add_epi64 (s.at4, one.at4);
      add_block (&s, a, _mm256_load_pd (b));
    }
  return take_block (c, &s);
}

/* In lane 3 what block k of x y has in column 4k + 7: halves of products of digits 4i + 3 by 4j + 3. */
static ALWAYS_INLINE __m256i
upper_halves (const double *x, const double *y, mp_size_t k)
{
  __m256i sum = all_lanes (-(uint64_t) (k + 1) * HIGH_BITS);
  for (mp_size_t i = 0; i <= k; i++)
    {
      const __m256d h = _mm256_fmadd_pd (_mm256_set1_pd (x[4 * i + 3]), _mm256_load_pd (y + 4 * (k - i)),
                                         _mm256_set1_pd (HIGH_ONE));
      sum = _mm256_add_epi64 (sum, _mm256_castpd_si256 (h));
    }
  return sum;
}

/* Columns of less than 2^61 to digits.  A column is rounded to a multiple of B, and that goes one lane
   up: BIAS B more, so that nothing is negative.  The digits are then not above 2^50 + 2^10. */
enum { BIAS = 1 << 11 };
struct carry
{
  __m256i last;                 /* lane 0 is what comes in, and BIAS */
};
#define NO_CARRY { all_lanes (BIAS) }

static ALWAYS_INLINE __m256d
digits_of (struct carry *carry, __m256i columns)
{
  const __m256i u = _mm256_add_epi64 (columns, all_lanes (((uint64_t) BIAS << DIGIT_BITS)
                                                          + ((uint64_t) 1 << (DIGIT_BITS - 1))));
  const __m256i up = _mm256_permute4x64_epi64 (_mm256_srli_epi64 (u, DIGIT_BITS), 0x93);
  const __m256i in = _mm256_blend_epi32 (up, carry->last, 0x03);
  const __m256i d = _mm256_add_epi64 (_mm256_add_epi64 (_mm256_and_si256 (u, all_lanes (DIGIT_MASK)), in),
                                      all_lanes (0x4330000000000000ull));
  carry->last = up;
  return _mm256_sub_pd (_mm256_castsi256_pd (d),
                        _mm256_set1_pd (0x1p52 + (double) BIAS + 0x1p50));
}

/* What is left above the digits, in lane 0. */
static ALWAYS_INLINE __m256i
carried_out (const struct carry *carry)
{
  return _mm256_blend_epi32 (_mm256_setzero_si256 (),
                             _mm256_sub_epi64 (carry->last, all_lanes (BIAS)), 0x03);
}

/* Digits as integers. */
static ALWAYS_INLINE __m256i
whole (__m256d digits)
{
  return _mm256_sub_epi64 (_mm256_castpd_si256 (_mm256_add_pd (digits, _mm256_set1_pd (LOW_ONE))),
                           all_lanes (LOW_BITS));
}

#endif
