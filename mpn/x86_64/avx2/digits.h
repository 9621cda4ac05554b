/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Limbs to digits of 51 bits in doubles, and columns of products of such digits to limbs. */

#ifndef COMBA_AVX2_DIGITS_H
#define COMBA_AVX2_DIGITS_H

#include <immintrin.h>
#include <string.h>
#include "limb.h"
#include "x86_32/unroll.h"

enum { DIGIT_BITS = 51 };

/* Eight digits are so many bytes. */
enum { EIGHT_BYTES = DIGIT_BITS };

/* So many digits n limbs are. */
#define DIGITS(n) ((64 * (n) + DIGIT_BITS - 1) / DIGIT_BITS)

/* An operand as bytes, at least 16 of them. */
struct bytes
{
  const char *p, *end;
};

/* Sixteen bytes from AT on.  At the END of the operand there are zeros behind it: the last sixteen are loaded and
   shifted down. */
static ALWAYS_INLINE __m128i
sixteen_bytes (struct bytes x, mp_size_t at, int end)
{
  static const _Alignas (32) unsigned char shift[32] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 128, 128, 128, 128, 128, 128, 128, 128, 128,
    128, 128, 128, 128, 128, 128, 128 };
  const char *p = x.p + at;
  mp_size_t over = p + 16 - x.end;
  if (!end || over <= 0)
    return _mm_loadu_si128 ((const __m128i *) p);
  const unsigned char *from = shift + (over < 16 ? over : 16);
  return _mm_shuffle_epi8 (_mm_loadu_si128 ((const __m128i *) (x.end - 16)),
                           _mm_loadu_si128 ((const __m128i *) from));
}

/* Digits 4i..4i+3, where i is odd if ODD: 204 bits, from bit 4 or bit 0 of a byte on.  Each is found in eight bytes,
   of the first sixteen or of those from the twelfth on.  An integer below 2^52 becomes a double by the
   exponent of 2^52, which is then subtracted. */
static ALWAYS_INLINE __m256d
four_digits (struct bytes x, mp_size_t i, int odd, int end)
{
  const __m256i places = odd ? _mm256_setr_epi8 (0, 1, 2, 3, 4, 5, 6, 7, 6, 7, 8, 9, 10, 11, 12, 13,
                                                 1, 2, 3, 4, 5, 6, 7, 8, 7, 8, 9, 10, 11, 12, 13, 14)
                             : _mm256_setr_epi8 (0, 1, 2, 3, 4, 5, 6, 7, 6, 7, 8, 9, 10, 11, 12, 13,
                                                 0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14);
  const __m256i shifts = odd ? _mm256_setr_epi64x (4, 7, 2, 5) : _mm256_setr_epi64x (0, 3, 6, 1);
  const __m256i digit = _mm256_set1_epi64x (((long long) 1 << DIGIT_BITS) - 1);
  const __m256d one = _mm256_set1_pd (0x1p52);
  const mp_size_t at = 4 * DIGIT_BITS * i / 8;
  __m256i y = _mm256_inserti128_si256 (_mm256_castsi128_si256 (sixteen_bytes (x, at, end)),
                                       sixteen_bytes (x, at + 12, end), 1);
  y = _mm256_and_si256 (_mm256_srlv_epi64 (_mm256_shuffle_epi8 (y, places), shifts), digit);
  return _mm256_sub_pd (_mm256_or_pd (_mm256_castsi256_pd (y), one), one);
}

/* How many times eight digits n limbs have that are loaded without a look at the end. */
static ALWAYS_INLINE mp_size_t
eights_inside (mp_size_t n)
{
  return (8 * n - 2) / EIGHT_BYTES;     /* the last load ends two bytes behind the eight */
}

/* rp[0..n-1] are the columns, of 51 bits each: low[k] + high[k], below 2^62 in absolute value.  Eight give seven words,
   of which five bytes are the next ones'. */
static void __attribute__ ((noinline))
put_columns (mp_ptr rp, mp_size_t n, const int64_t *low, const int64_t *high)
{
  const uint64_t mask = ((uint64_t) 1 << DIGIT_BITS) - 1;
  char *p = (char *) rp;
  int64_t carry = 0;
  for (mp_size_t left = 8 * n; left > 0; left -= EIGHT_BYTES)
    {
      uint64_t d[8], w[7];
      UNROLL for (int k = 0; k < 8; k++)
        {
          int64_t sum = low[k] + high[k] + carry;
          d[k] = (uint64_t) sum & mask;
          carry = sum >> DIGIT_BITS;
        }
      w[0] = d[0] | d[1] << 51;
      w[1] = d[1] >> 13 | d[2] << 38;
      w[2] = d[2] >> 26 | d[3] << 25;
      w[3] = d[3] >> 39 | d[4] << 12 | d[5] << 63;
      w[4] = d[5] >> 1 | d[6] << 50;
      w[5] = d[6] >> 14 | d[7] << 37;
      w[6] = d[7] >> 27;
      if (unlikely (left < (mp_size_t) sizeof w))
        memcpy (p, w, (size_t) left);
      else
        UNROLL for (int k = 0; k < 7; k++)
          memcpy (p + 8 * k, &w[k], 8);
      p += EIGHT_BYTES;
      low += 8;
      high += 8;
    }
}

#endif
