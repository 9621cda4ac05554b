/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Columns of products of signed radix-2^51 digits in doubles, exact in any rounding mode
   (doc/algorithms/doubles.md).  B = 2^51.

   |a b| < 2^102.  h = a b + 1.5 2^103 is rounded to a multiple of 2^51 between 2^103 and 2^104, and
   l = a b - (h - 1.5 2^103) + 1.5 2^52 is an integer between 2^52 and 2^53.  So the bit patterns of
   h and l are the upper part of a b in units of B, the lower part in units of 1, and a constant
   each.  Sums of patterns, minus the constants, are sums of the parts modulo 2^64.

   A block is four columns.  Digits 4i + r, r = 0..3, of one operand, each broadcast, times digits
   4j..4j+3 of the other begin at column 4(i+j) + r.  There is one sum for each r, so lanes move
   only in the sums and all loads are aligned.  Upper parts count one column up.

   Bound: with at most 60 digits an element, the columns of C + q P, doubled squares included,
   stay below 2^61 (kernels/x86_64/avx2fma/montgomery51.c asserts 60). */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_INTEGER_COLUMNS_H
#define COMBA_KERNELS_X86_64_AVX2FMA_INTEGER_COLUMNS_H

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

/* The sums of two blocks, k and k + 1: they begin 0 to 8 columns above block k, and include
   constants. */
enum { SUMS = 9 };
#define NO_SUMS(s) \
  s[0] = s[1] = s[2] = s[3] = s[4] = s[5] = s[6] = s[7] = s[8] = _mm256_setzero_si256 ()

/* Cancels the conversion constants in the columns of a block that sums COUNT products of blocks,
   where the block below sums BEFORE: returns minus their contribution. */
static inline __m256i
constants_at (mp_size_t count, mp_size_t before)
{
  uint64_t c[4];
  for (mp_size_t l = 0; l < 4; l++)
    c[l] = -(LOW_BITS * (uint64_t) (count * (l + 1) + before * (3 - l))
             + HIGH_BITS * (uint64_t) (count * l + before * (4 - l)));
  return _mm256_set_epi64x ((long long) c[3], (long long) c[2], (long long) c[1], (long long) c[0]);
}

/* s[0] += the pattern of l, s[1] += that of h.  One asm statement: compilers add l and h of two
   products first, and run out of registers. */
static ALWAYS_INLINE void
add_product (__m256i *s, __m256d a, __m256d b)
{
  __m256d h, l;
  __asm__ ("vmovapd %[a], %[h]\n\t"
           "vfmadd213pd %[high_one], %[b], %[h]\n\t"
           "vsubpd %[h], %[ones], %[l]\n\t"
           "vfmadd231pd %[a], %[b], %[l]\n\t"
           "vpaddq %[l], %[s0], %[s0]\n\t"
           "vpaddq %[h], %[s1], %[s1]"
           : [s0] "+x" (s[0]), [s1] "+x" (s[1]), [h] "=&x" (h), [l] "=&x" (l)
           : [a] "x" (a), [b] "x" (b), [high_one] "x" (_mm256_set1_pd (HIGH_ONE)),
             [ones] "x" (_mm256_set1_pd (HIGH_ONE + LOW_ONE)));
}

/* Adds digits a[0..3] times b[0..3] to the sums from s[0] on. */
static ALWAYS_INLINE void
add_block (__m256i *s, const double *a, const double *b)
{
  const __m256d all = _mm256_load_pd (b);
  add_product (s, _mm256_set1_pd (a[0]), all);
  add_product (s + 1, _mm256_set1_pd (a[1]), all);
  add_product (s + 2, _mm256_set1_pd (a[2]), all);
  add_product (s + 3, _mm256_set1_pd (a[3]), all);
}

/* Adds digits a[0..3] times b[0..3] to block k and times b[4..7] to block k + 1. */
static ALWAYS_INLINE void
add_blocks (__m256i s[SUMS], const double *a, const double *b)
{
  const __m256d lower = _mm256_load_pd (b), upper = _mm256_load_pd (b + 4);
  const __m256d a0 = _mm256_set1_pd (a[0]);
  add_product (s, a0, lower);
  add_product (s + 4, a0, upper);
  const __m256d a1 = _mm256_set1_pd (a[1]);
  add_product (s + 1, a1, lower);
  add_product (s + 5, a1, upper);
  const __m256d a2 = _mm256_set1_pd (a[2]);
  add_product (s + 2, a2, lower);
  add_product (s + 6, a2, upper);
  const __m256d a3 = _mm256_set1_pd (a[3]);
  add_product (s + 3, a3, lower);
  add_product (s + 7, a3, upper);
}

/* The contribution of earlier blocks to the columns of the next one. */
struct columns
{
  __m256i above;
};
#define NO_COLUMNS { _mm256_setzero_si256 () }

/* The columns of a block, from ABOVE and the sums that begin 1 to 3 columns up; ABOVE then holds
   the rest of these sums. */
static ALWAYS_INLINE __m256i
take_block (struct columns *c, const __m256i s[3], const __m256i *constants)
{
  const __m256i zero = _mm256_setzero_si256 ();
  const __m256i up1 = _mm256_permute4x64_epi64 (s[0], 0x93);
  const __m256i up2 = _mm256_permute4x64_epi64 (s[1], 0x4e);
  const __m256i up3 = _mm256_permute4x64_epi64 (s[2], 0x39);
  const __m256i here = _mm256_add_epi64 (_mm256_add_epi64 (_mm256_blend_epi32 (zero, up1, 0xfc),
                                                           _mm256_blend_epi32 (zero, up2, 0xf0)),
                                         _mm256_blend_epi32 (zero, up3, 0xc0));
  const __m256i all = _mm256_add_epi64 (_mm256_add_epi64 (up1, up2), up3);
  const __m256i columns = _mm256_add_epi64 (_mm256_add_epi64 (c->above, *constants), here);
  c->above = _mm256_sub_epi64 (all, here);
  return columns;
}

static ALWAYS_INLINE void
take_blocks (struct columns *c, __m256i columns[2], const __m256i s[SUMS], const __m256i *constants)
{
  c->above = _mm256_add_epi64 (c->above, s[0]);
  columns[0] = take_block (c, s + 1, constants);
  c->above = _mm256_add_epi64 (c->above, s[4]);
  columns[1] = take_block (c, s + 5, constants + 1);
  c->above = _mm256_add_epi64 (c->above, s[8]);
}

/* Blocks k and k + 1 of x y, of m blocks each; CONSTANTS are those for block 0 on. */
static ALWAYS_INLINE void
product_blocks (struct columns *c, __m256i columns[2], const double *x, const double *y, mp_size_t m,
                mp_size_t k, const __m256i *constants)
{
  __m256i s[SUMS];
  NO_SUMS (s);
  const double *a = x, *b = y + 4 * k, *end = x + 4 * k;
  if (k + 1 < m)
    add_block (s + 4, x + 4 * (k + 1), y);
  else
    {
      a = x + 4 * (k + 1 - m);
      b = y + 4 * (m - 2);
      end = x + 4 * (m - 1);
      add_block (s, a, b + 4);
      a += 4;
    }
  for (; a <= end; a += 4, b -= 4)
    add_blocks (s, a, b);
  take_blocks (c, columns, s, constants + k);
}

/* Block k < m alone. */
static ALWAYS_INLINE __m256i
product_block (struct columns *c, const double *x, const double *y, mp_size_t k, const __m256i *constants)
{
  __m256i s[SUMS];
  NO_SUMS (s);
  const double *a = x, *b = y + 4 * k;
  for (; a <= x + 4 * k; a += 4, b -= 4)
    add_block (s, a, b);
  c->above = _mm256_add_epi64 (c->above, s[0]);
  const __m256i columns = take_block (c, s + 1, constants + k);
  c->above = _mm256_add_epi64 (c->above, s[4]);
  return columns;
}

/* Blocks k, even, and k + 1 of x^2, with twice = 2x: pairs of different blocks doubled, and the
   square of block k / 2.  The constants are those for square_count. */
static ALWAYS_INLINE void
square_blocks (struct columns *c, __m256i columns[2], const double *x, const double *twice, mp_size_t m,
               mp_size_t k, const __m256i *constants)
{
  __m256i s[SUMS];
  NO_SUMS (s);
  const mp_size_t half = k / 2;
  const double *a = twice, *b = x + 4 * k, *const end = twice + 4 * half;
  add_block (s, x + 4 * half, x + 4 * half);
  if (half + 1 < m)
    add_block (s + 4, end, x + 4 * (half + 1));
  if (k + 1 >= m && half + 1 < m)
    {
      a = twice + 4 * (k + 1 - m);
      b = x + 4 * (m - 2);
      add_block (s, a, b + 4);
      a += 4;
    }
  else if (k + 1 >= m)
    a = end;
  for (; a < end; a += 4, b -= 4)
    add_blocks (s, a, b);
  take_blocks (c, columns, s, constants + k);
}

/* The number of products of blocks in block k of x y, and of x^2. */
static inline mp_size_t
product_count (mp_size_t m, mp_size_t k)
{
  return k < m ? k + 1 : 2 * m - 1 - k;
}

static inline mp_size_t
square_count (mp_size_t m, mp_size_t k)
{
  return (product_count (m, k) + 1) / 2;
}

/* In lane 3 the contribution of block k of x y to column 4k + 7, with its constants: upper parts
   of the products of digits 4i + 3 by 4j + 3. */
static ALWAYS_INLINE __m256i
upper_halves (const double *x, const double *y, mp_size_t k)
{
  __m256i sum = _mm256_setzero_si256 ();
  for (mp_size_t i = 0; i <= k; i++)
    {
      const __m256d h = _mm256_fmadd_pd (_mm256_set1_pd (x[4 * i + 3]), _mm256_load_pd (y + 4 * (k - i)),
                                         _mm256_set1_pd (HIGH_ONE));
      sum = _mm256_add_epi64 (sum, _mm256_castpd_si256 (h));
    }
  return sum;
}

/* Columns, |c| < 2^61, to digits.  A column is rounded to a multiple of B, which is carried one
   lane up, plus BIAS B so that it is never negative.  Digits are at most 2^50 + 2^12 in absolute
   value. */
enum { BIAS = 1 << 11 };
struct carry
{
  __m256i last;                 /* lane 0 is the carry in, plus BIAS */
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

/* The carry out above the digits, in lane 0. */
static ALWAYS_INLINE __m256i
carried_out (const struct carry *carry)
{
  return _mm256_blend_epi32 (_mm256_setzero_si256 (),
                             _mm256_sub_epi64 (carry->last, all_lanes (BIAS)), 0x03);
}

/* The digits as integers. */
static ALWAYS_INLINE __m256i
whole (__m256d digits)
{
  return _mm256_sub_epi64 (_mm256_castpd_si256 (_mm256_add_pd (digits, _mm256_set1_pd (LOW_ONE))),
                           all_lanes (LOW_BITS));
}

#endif
