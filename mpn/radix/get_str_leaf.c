/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Digits from a fraction, a chunk at a time. */

#include "radix/get_str.h"
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Returns an f with x <= f big / beta < x + 1, for x < big: the next digits of x are the integer
   parts of f base / beta, and so on.
   With y = x beta / big, y - 1 < x 2^s + HIGH (x 2^s inverse) <= y + x 2^s / beta, and that plus 1
   is below y + beta / big: if s = 0, because x / beta < 3/5 and beta / big >= 5/3; else because
   beta / big >= 2. */
static ALWAYS_INLINE mp_limb_t
chunk_fraction (mp_limb_t x, const struct comba_chunk *c)
{
  const mp_limb_t y = x << c->shift;
  mp_limb_t unused;
  return y + comba_multiply_limbs (y, c->inverse, &unused) + 1;
}

#if GMP_LIMB_BITS == 64 && defined __SSE2__

/* 16 digits of base 10, from hi and lo with 8 digits each, which become four numbers of 4 digits,
   eight of 2, and 16 digits.  Each quotient is the upper part of a product; the reciprocals are
   exact for as many digits. */
static ALWAYS_INLINE void
write_16 (unsigned char *str, unsigned hi, unsigned lo)
{
  const __m128i by_10000 = _mm_set1_epi32 ((int) 3518437209u), by_100 = _mm_set1_epi16 (5243), by_10 = _mm_set1_epi16 (6554);
  __m128i hundreds = _mm_set1_epi16 (100), tens = _mm_set1_epi16 (10);
  __asm__ ("" : "+x" (hundreds), "+x" (tens));  /* else products by them become shifts and additions */
  const __m128i x8 = _mm_unpacklo_epi64 (_mm_cvtsi32_si128 ((int) hi), _mm_cvtsi32_si128 ((int) lo));
  const __m128i q4 = _mm_srli_epi64 (_mm_mul_epu32 (x8, by_10000), 45);
  const __m128i r4 = _mm_sub_epi32 (x8, _mm_mul_epu32 (q4, _mm_set1_epi32 (10000)));
  const __m128i x4 = _mm_or_si128 (q4, _mm_slli_epi64 (r4, 32));
  const __m128i q2 = _mm_srli_epi16 (_mm_mulhi_epu16 (x4, by_100), 3);
  const __m128i r2 = _mm_sub_epi16 (x4, _mm_mullo_epi16 (q2, hundreds));
  const __m128i x2 = _mm_or_si128 (q2, _mm_slli_epi32 (r2, 16));
  const __m128i q1 = _mm_mulhi_epu16 (x2, by_10);
  const __m128i r1 = _mm_sub_epi16 (x2, _mm_mullo_epi16 (q1, tens));
  _mm_storeu_si128 ((__m128i *) str, _mm_or_si128 (q1, _mm_slli_epi16 (r1, 8)));
}

/* str[0..18] = the digits of x < 10^19. */
static ALWAYS_INLINE void
write_ten (unsigned char *str, mp_limb_t x)
{
  const unsigned top = (unsigned) (x / 10000000000000000), two = top % 100;
  const mp_limb_t rest = x - (mp_limb_t) top * 10000000000000000;
  const unsigned hi = (unsigned) (rest / 100000000);
  str[0] = (unsigned char) (top / 100);
  str[1] = (unsigned char) (two / 10);
  str[2] = (unsigned char) (two % 10);
  write_16 (str + 3, hi, (unsigned) (rest - (mp_limb_t) hi * 100000000));
}

#else

/* Two digits of base 10. */
#define PAIRS(x) { x, 0 }, { x, 1 }, { x, 2 }, { x, 3 }, { x, 4 }, { x, 5 }, { x, 6 }, { x, 7 }, { x, 8 }, { x, 9 }
static const unsigned char pairs[100][2] = {
  PAIRS (0), PAIRS (1), PAIRS (2), PAIRS (3), PAIRS (4), PAIRS (5), PAIRS (6), PAIRS (7), PAIRS (8), PAIRS (9)
};

/* The same; with limbs of 32 bits, str[0..8] for x < 10^9. */
static ALWAYS_INLINE void
write_ten (unsigned char *str, mp_limb_t x)
{
  mp_limb_t f = chunk_fraction (x, &comba_chunks[10 - 2]);
  *str++ = (unsigned char) comba_multiply_limbs (f, 10, &f);
  for (int i = 0; i < (GMP_LIMB_BITS == 64 ? 9 : 4); i++, str += 2)
    memcpy (str, pairs[comba_multiply_limbs (f, 100, &f)], 2);
}

#endif

/* str[0..] = the digits of x < big; returns their end. */
static ALWAYS_INLINE unsigned char *
write_chunk (unsigned char *str, mp_limb_t x, const struct comba_chunk *c, mp_limb_t base)
{
  if (base == 10)
    {
      write_ten (str, x);
      return str + (GMP_LIMB_BITS == 64 ? 19 : 9);
    }
  mp_limb_t f = chunk_fraction (x, c);
  for (int i = c->digits; i > 0; i--)
    *str++ = (unsigned char) comba_multiply_limbs (f, base, &f);
  return str;
}

/* The same without leading zeros, for x > 0.  Another chunk follows: its place is overwritten. */
static ALWAYS_INLINE unsigned char *
write_leading (unsigned char *str, mp_limb_t x, const struct comba_chunk *c, mp_limb_t base)
{
  unsigned char chunk[2 * GMP_LIMB_BITS];
  __asm__ ("" : "=m" (chunk));  /* what lies behind the digits is copied, and overwritten */
  const unsigned char *const end = write_chunk (chunk, x, c, base), *p = chunk;
  while (*p == 0)
    p++;
  if (base == 10)
    memcpy (str, p, GMP_LIMB_BITS == 64 ? 19 : 9);
  else
    memcpy (str, p, c->digits);
  return str + (end - p);
}

static ALWAYS_INLINE unsigned char *
leaf (const struct comba_config *k, unsigned char *str, const int base, mp_ptr fp, mp_size_t h, mp_size_t m, int leading)
{
  const struct comba_chunk *const c = &comba_chunks[base - 2];
  const int by_limb = k->by_limb.mul_1[0] != NULL;
  while (m > 0)
    {
      const mp_size_t kept = comba_chunk_limbs (c, m--);
      fp += h - kept, h = kept;
      const mp_limb_t x = by_limb ? k->by_limb.mul_1[comba_by_limb_of (h)] (fp, fp, h, c->big, 0)
                          : comba_mul_1 (fp, fp, h, c->big, 0);
      if (likely (!leading))
        str = write_chunk (str, x, c, (mp_limb_t) base);
      else if (x != 0)
        str = write_leading (str, x, c, (mp_limb_t) base), leading = 0;
    }
  return str;
}

unsigned char *
comba_get_str_leaf (const struct comba_config *k, unsigned char *str, int base, mp_ptr fp, mp_size_t h, mp_size_t m,
                    int leading)
{
  return base == 10 ? leaf (k, str, 10, fp, h, m, leading) : leaf (k, str, base, fp, h, m, leading);
}

/* str[0..n-1] = p[0..n-1], n >= 1, by few moves. */
static ALWAYS_INLINE unsigned char *
copy_digits (unsigned char *str, const unsigned char *p, size_t n)
{
  if (n >= 16)
    memcpy (str, p, 16), memcpy (str + n - 16, p + n - 16, 16);
  else if (n >= 8)
    memcpy (str, p, 8), memcpy (str + n - 8, p + n - 8, 8);
  else if (n >= 4)
    memcpy (str, p, 4), memcpy (str + n - 4, p + n - 4, 4);
  else
    str[0] = p[0], str[n / 2] = p[n / 2], str[n - 1] = p[n - 1];
  return str + n;
}

unsigned char *
comba_get_str_one_limb (unsigned char *str, int base, mp_limb_t x)
{
  const struct comba_chunk *const c = &comba_chunks[base - 2];
  const mp_limb_t b = (mp_limb_t) base;
  if (x >= c->big)
    {
      /* At most two digits, because big base > 3/5 beta. */
      mp_limb_t q = x / c->big;
      if (q >= b)
        {
          *str++ = (unsigned char) (q / b);
          q %= b;
        }
      *str++ = (unsigned char) q;
      return base == 10 ? write_chunk (str, x % c->big, c, 10) : write_chunk (str, x % c->big, c, b);
    }
  unsigned char chunk[GMP_LIMB_BITS];
  __asm__ ("" : "=m" (chunk));  /* some compilers do not see that digits alone are copied */
  const unsigned char *const end = base == 10 ? write_chunk (chunk, x, c, 10) : write_chunk (chunk, x, c, b), *p = chunk;
  while (*p == 0)
    p++;
  if (base == 10)
    return copy_digits (str, p, (size_t) (end - p));
  while (p < end)
    *str++ = *p++;
  return str;
}

#if GMP_LIMB_BITS == 64
unsigned char *
comba_get_str_two_limbs (unsigned char *str, mp_limb_t high, mp_limb_t low)
{
  const struct comba_chunk *const c = &comba_chunks[10 - 2];
  const mp_limb_t big = c->big;
  mp_limb_t top = 0, q = 0;
  if (high >= big)
    high -= big, top = 1;
  /* (high beta + low) / big: Moeller and Granlund, algorithm 4. */
  mp_limb_t q_low;
  q = comba_multiply_limbs (high, c->inverse - 1, &q_low);
  q_low += low;
  q += high + (q_low < low) + 1;
  mp_limb_t r = low - q * big;
  const mp_limb_t back = -(mp_limb_t) (r > q_low);
  q += back, r += back & big;
  if (unlikely (r >= big))
    q++, r -= big;
  /* The upper digits are top beta + q < 4 big. */
  comba_dlimb x = (comba_dlimb) top << GMP_LIMB_BITS | q;
  unsigned first = 0;
  while (x >= big)
    x -= big, first++;
  if (first != 0)
    {
      *str++ = (unsigned char) first;
      str = write_chunk (str, (mp_limb_t) x, c, 10);
    }
  else
    str = write_leading (str, (mp_limb_t) x, c, 10);
  return write_chunk (str, r, c, 10);
}
#endif
