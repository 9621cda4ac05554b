/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Limbs to digits of 48 bits in doubles, four of three limbs, and columns of products of such digits to limbs. */

#ifndef COMBA_AVX2_DIGITS48_H
#define COMBA_AVX2_DIGITS48_H

#include "copies.h"

enum { DIGIT_BITS = 48, VECTOR_LIMBS = 3 };

/* So many digits n limbs are, and so many vectors of them. */
#define DIGITS(n) ((64 * (n) + DIGIT_BITS - 1) / DIGIT_BITS)
#define VECTORS(n) (((n) + VECTOR_LIMBS - 1) / VECTOR_LIMBS)

/* Of limbs 0, 1, 1, 2.  An integer below 2^52 becomes a double by the exponent of 2^52, which is then subtracted. */
static ALWAYS_INLINE __m256d
digits_of (__m256i limbs)
{
  const __m256i places = _mm256_setr_epi8 (0, 1, 2, 3, 4, 5, -1, -1, 6, 7, 8, 9, 10, 11, -1, -1,
                                           4, 5, 6, 7, 8, 9, -1, -1, 10, 11, 12, 13, 14, 15, -1, -1);
  const __m256d one = _mm256_set1_pd (0x1p52);
  return _mm256_sub_pd (_mm256_or_pd (_mm256_castsi256_pd (_mm256_shuffle_epi8 (limbs, places)), one), one);
}

static ALWAYS_INLINE __m256d
four_digits (mp_srcptr ap)
{
  const __m128i *low = (const __m128i *) ap, *high = (const __m128i *) (ap + 1);
  return digits_of (_mm256_inserti128_si256 (_mm256_castsi128_si256 (_mm_loadu_si128 (low)),
                                             _mm_loadu_si128 (high), 1));
}

/* Of the last n limbs, 1 to 3 of them: zeros above. */
static ALWAYS_INLINE __m256d
last_digits (mp_srcptr ap, mp_size_t n)
{
  const __m128i *from = (const __m128i *) ap, *above = (const __m128i *) (ap + 1);
  const __m128i low = n == 1 ? _mm_loadl_epi64 (from) : _mm_loadu_si128 (from);
  const __m128i high = n == 1 ? _mm_setzero_si128 () : n == 2 ? _mm_loadl_epi64 (above) : _mm_loadu_si128 (above);
  return digits_of (_mm256_inserti128_si256 (_mm256_castsi128_si256 (low), high, 1));
}

/* rp[0..n-1] are the columns, of 48 bits each: low[k] + high[k], from 0 to 2^58.  Four of them make three limbs and
   a carry; the first and the third do not meet, nor do the second and the fourth. */
static void BY_ITSELF
put_columns (mp_ptr rp, mp_size_t n, const int64_t *low, const int64_t *high)
{
  uint64_t carry = 0;
  for (mp_size_t i = 0; i < n; i += VECTOR_LIMBS, low += VECTOR, high += VECTOR)
    {
      uint64_t c[VECTOR];
      UNROLL for (int k = 0; k < VECTOR; k++)
        c[k] = (uint64_t) low[k] + (uint64_t) high[k];
      uint64_t w0 = c[0] + carry, w1 = c[2] << 32, w2 = c[2] >> 32;
      carry = c[3] >> 48;
      __asm__ ("addq %4, %0\n\tadcq %5, %1\n\tadcq %6, %2\n\tadcq $0, %3"
               : "+&r" (w0), "+&r" (w1), "+&r" (w2), "+&r" (carry)
               : "r" (c[1] << 48), "r" (c[1] >> 16), "r" (c[3] << 16) : "cc");
      rp[i] = w0;
      if (likely (i + 1 < n))
        rp[i + 1] = w1;
      if (likely (i + 2 < n))
        rp[i + 2] = w2;
    }
}

#endif
