/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Conversions for products: limbs to signed radix-2^48 digits in doubles, four digits from three
   limbs, and columns to limbs. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_DIGITS48_TPL_H
#define COMBA_KERNELS_X86_64_AVX2FMA_DIGITS48_TPL_H

#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/avx2fma/sums.h"

enum { MOST = COMBA_AVX2_DIGITS_MAX, LEAST = COMBA_AVX2_DIGITS_MIN };

_Static_assert (TILE_COPY >= (VECTORS (MOST) + 1) * VECTOR, "digits of an operand, and four zeros");
_Static_assert (TILE_HIGH_AT % VECTOR == 0 && TILE_HIGH_AT > 2 * DIGITS (MOST) + TILE, "columns of a product, in tiles");

/* Turns digits 0..2^48 - 1 into -2^47..2^47: one of 2^47 or more becomes itself minus 2^48 and
   carries one to the next.  Only the top digit of an operand (LAST) stays, and is at most 2^48.

   LOW and HIGH hold two digits of six bytes each, and below them the byte that ends with the top
   bit of the digit below.  An integer below 2^52 becomes a double by giving it the exponent of
   2^52 and subtracting 2^52. */
static ALWAYS_INLINE __m256d
digits_of (__m128i low, __m128i high, int last)
{
  const __m256i places = _mm256_setr_epi8 (0, 1, 2, 3, 4, 5, 6, -1, 6, 7, 8, 9, 10, 11, 12, -1,
                                           0, 1, 2, 3, 4, 5, 6, -1, 6, 7, 8, 9, 10, 11, 12, -1);
  const long long sign = (long long) 1 << 55;
  const double half = 0x1p52 + 0x1p47;
  const __m256i signs = _mm256_setr_epi64x (sign, sign, sign, last ? 0 : sign);
  const __m256d ones = _mm256_setr_pd (half, half, half, last ? 0x1p52 : half);
  __m256i x = _mm256_inserti128_si256 (_mm256_castsi128_si256 (low), high, 1);
  x = _mm256_xor_si256 (_mm256_shuffle_epi8 (x, places), signs);
  x = _mm256_srli_epi64 (_mm256_add_epi64 (x, _mm256_set1_epi64x (1 << 7)), 8);
  return _mm256_sub_pd (_mm256_or_pd (_mm256_castsi256_pd (x), _mm256_set1_pd (0x1p52)), ones);
}

static ALWAYS_INLINE __m128i
sixteen_bytes (mp_srcptr ap, int at)
{
  return _mm_loadu_si128 ((const __m128i *) ((const char *) ap + at));
}

/* Four digits of the first three limbs, of at least four. */
static ALWAYS_INLINE __m256d
first_digits (mp_srcptr ap)
{
  return digits_of (_mm_slli_si128 (sixteen_bytes (ap, 0), 1), sixteen_bytes (ap, 11), 0);
}

/* Four digits of three limbs in the middle. */
static ALWAYS_INLINE __m256d
four_digits (mp_srcptr ap)
{
  return digits_of (sixteen_bytes (ap, -1), sixteen_bytes (ap, 11), 0);
}

/* Four digits of the last n limbs, n = 1 to 3, which follow others; zeros above. */
static ALWAYS_INLINE __m256d
last_digits (mp_srcptr ap, mp_size_t n)
{
  return n == 1 ? digits_of (_mm_srli_si128 (sixteen_bytes (ap, -8), 7), _mm_setzero_si128 (), 1)
         : n == 2 ? digits_of (sixteen_bytes (ap, -1), _mm_srli_si128 (sixteen_bytes (ap, 0), 11), 1)
                  : digits_of (sixteen_bytes (ap, -1), _mm_srli_si128 (sixteen_bytes (ap, 8), 3), 1);
}

/* rp[0..n-1] = xp[0..n-1] + yp[0..n-1].
   n >= 1; the sum fits.  Time depends on n alone.  In one asm statement, because compilers do
   not keep the carry in its flag from one addition to the next. */
static ALWAYS_INLINE void
add_limbs (mp_ptr rp, mp_srcptr xp, mp_srcptr yp, mp_size_t n)
{
  mp_size_t i = -n;
  mp_limb_t t;
  __asm__ volatile ("clc\n\t"
                    ".p2align 5\n"
                    "1:\tmovq (%[x],%[i],8), %[t]\n\t"
                    "adcq (%[y],%[i],8), %[t]\n\t"
                    "movq %[t], (%[r],%[i],8)\n\t"
                    "incq %[i]\n\t"
                    "jnz 1b"
                    : [i] "+r" (i), [t] "=&r" (t)
                    : [r] "r" (rp + n), [x] "r" (xp + n), [y] "r" (yp + n) : "cc", "memory");
}

/* rp[0..n-1] = the sum of (low[k] + high[k]) 2^(48k).  Each column must be in [0, 2^64); low and
   high are clobbered.
   Four columns give three limbs from their low 48 bits, and three limbs to be added from the
   bits above, shifted up by one column. */
static void BY_ITSELF
put_columns (mp_ptr rp, mp_size_t n, int64_t *low, int64_t *high)
{
  /* Shuffles for two columns: the digits side by side; the bits above them, at byte 0 or 2 of
     four.  Then for all four. */
  const __m256i below_48 = _mm256_setr_epi8 (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, -1, -1, -1, -1,
                                             0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, -1, -1, -1, -1);
  const __m256i above_48 = _mm256_setr_epi8 (-1, -1, 6, 7, -1, -1, -1, -1, 14, 15, -1, -1, -1, -1, -1, -1,
                                             -1, -1, 6, 7, -1, -1, -1, -1, 14, 15, -1, -1, -1, -1, -1, -1);
  const __m256i join = _mm256_setr_epi32 (0, 1, 2, 4, 5, 6, 3, 3);
  const __m256i join_above = _mm256_setr_epi32 (6, 0, 1, 2, 4, 5, 3, 3);
  mp_ptr digits = (mp_ptr) low, carries = (mp_ptr) high;
  __m256i before = _mm256_setzero_si256 ();
  for (mp_size_t i = 0; i < n; i += VECTOR_LIMBS, low += VECTOR, high += VECTOR)
    {
      const __m256i columns = _mm256_add_epi64 (_mm256_loadu_si256 ((const __m256i *) low),
                                                _mm256_loadu_si256 ((const __m256i *) high));
      const __m256i above = _mm256_shuffle_epi8 (columns, above_48);
      _mm256_storeu_si256 ((__m256i *) (digits + i),
                           _mm256_permutevar8x32_epi32 (_mm256_shuffle_epi8 (columns, below_48), join));
      _mm256_storeu_si256 ((__m256i *) (carries + i),
                           _mm256_permutevar8x32_epi32 (_mm256_blend_epi32 (above, before, 1 << 6), join_above));
      before = above;
    }
  add_limbs (rp, digits, carries, n);
}

/* Four copies of the digits of n >= LEAST limbs, and four zeros. */
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
