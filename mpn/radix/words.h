/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Digits to a number, as many at once as a limb has bytes. */

#ifndef COMBA_RADIX_WORDS_H
#define COMBA_RADIX_WORDS_H

#include "limb.h"
#include <string.h>
#if defined __SSE2__ && GMP_LIMB_BITS == 64
#include <emmintrin.h>
#define COMBA_JOIN_16 1
#endif

/* Digits in a word. */
#define COMBA_WORD_DIGITS ((int) sizeof (mp_limb_t))

/* base, base^2, base^4, and base^COMBA_WORD_DIGITS (mod beta). */
struct comba_word_powers
{
  mp_limb_t one, two, four, word;
};

static ALWAYS_INLINE struct comba_word_powers
comba_word_powers (mp_limb_t base)
{
  const mp_limb_t two = base * base, four = two * two;
  return (struct comba_word_powers) {
    .one = base, .two = two, .four = four, .word = COMBA_WORD_DIGITS == 8 ? four * four : four
  };
}

/* Returns the word whose lowest byte is s[0]. */
static ALWAYS_INLINE mp_limb_t
comba_load_word (const unsigned char *s)
{
  mp_limb_t x;
  memcpy (&x, s, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#if GMP_LIMB_BITS == 64
  x = __builtin_bswap64 (x);
#else
  x = __builtin_bswap32 (x);
#endif
#endif
  return x;
}

/* Returns the number with the digits in X, whose lowest byte is the most significant digit.  Each
   step joins pairs of neighbours.  The numbers fit their fields, because no digit exceeds 255. */
static ALWAYS_INLINE mp_limb_t
comba_join_digits (mp_limb_t x, struct comba_word_powers p)
{
  const mp_limb_t bytes = COMBA_LIMB_MAX / 0xffff * 0xff, pairs = COMBA_LIMB_MAX / 0xffff;
  x = (x & bytes) * p.one + (x >> 8 & bytes);
#if GMP_LIMB_BITS == 64
  const mp_limb_t fours = pairs / 0x10001 * 0xffff;
  x = (x & fours) * p.two + (x >> 16 & fours);
  return (x & 0xffffffff) * p.four + (x >> 32);
#else
  (void) pairs;
  return (x & 0xffff) * p.two + (x >> 16);
#endif
}

#ifdef COMBA_JOIN_16
/* Returns the number with the decimal digits s[0..15].  The same steps for two words at once. */
static ALWAYS_INLINE mp_limb_t
comba_join_16_decimal (const unsigned char *s)
{
  const __m128i x = _mm_loadu_si128 ((const __m128i *) s);
  const __m128i twos = _mm_add_epi16 (_mm_mullo_epi16 (_mm_and_si128 (x, _mm_set1_epi16 (0xff)), _mm_set1_epi16 (10)),
                                      _mm_srli_epi16 (x, 8));
  const __m128i fours = _mm_madd_epi16 (twos, _mm_set1_epi32 (1 << 16 | 100));
  const __m128i eights = _mm_madd_epi16 (_mm_packs_epi32 (fours, fours), _mm_set1_epi32 (1 << 16 | 10000));
  const mp_limb_t two = (mp_limb_t) _mm_cvtsi128_si64 (eights);
  return (two & 0xffffffff) * 100000000 + (two >> 32);
}
#endif

/* Returns the number with the digits s[0..n-1], n >= 1; it is below beta.  If READABLE, at least a
   word can be read from s on. */
static ALWAYS_INLINE mp_limb_t
comba_join (const unsigned char *s, int n, struct comba_word_powers p, int readable)
{
  mp_limb_t x = 0;
  const int first = n % COMBA_WORD_DIGITS;
  if (unlikely (!readable))
    {
      for (int i = 0; i < n; i++)
        x = x * p.one + s[i];
      return x;
    }
  if (first > 0)
    x = comba_join_digits (comba_load_word (s) << 8 * (COMBA_WORD_DIGITS - first), p);
  for (int i = first; i < n; i += COMBA_WORD_DIGITS)
    x = x * p.word + comba_join_digits (comba_load_word (s + i), p);
  return x;
}

#endif
