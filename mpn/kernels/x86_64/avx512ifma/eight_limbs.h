/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Sums of limbs, eight limbs a vector.

   Let g be the mask of lanes that overflow by themselves, and p that of lanes that would pass a
   carry on.  One addition of masks resolves the carries of a vector: c = p + 2g + carry in; the
   lanes to increment are c XOR p, and the carry out is bit 8 of c.

   Limbs beyond the end of a number are zero, or all ones if it is negative; the carry out of the
   number appears there. */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_EIGHT_LIMBS_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_EIGHT_LIMBS_H

#include "kernels/x86_64/avx512ifma/radix52.h"

/* x + y, and x - y; *carry is 0 or 1, on entry and on return. */
static ALWAYS_INLINE __m512i
add_eight (__m512i x, __m512i y, unsigned *carry)
{
  const __m512i ones = _mm512_set1_epi64 (-1);
  __m512i r = _mm512_add_epi64 (x, y);
  unsigned g = _mm512_cmplt_epu64_mask (r, x), p = _mm512_cmpeq_epu64_mask (r, ones);
  unsigned c = *carry + p + 2 * g;
  *carry = c >> 8;
  return _mm512_mask_sub_epi64 (r, (__mmask8) (c ^ p), r, ones);
}

static ALWAYS_INLINE __m512i
sub_eight (__m512i x, __m512i y, unsigned *borrow)
{
  const __m512i ones = _mm512_set1_epi64 (-1);
  __m512i r = _mm512_sub_epi64 (x, y);
  unsigned g = _mm512_cmplt_epu64_mask (x, y), p = _mm512_cmpeq_epu64_mask (x, y);
  unsigned c = *borrow + p + 2 * g;
  *borrow = c >> 8;
  return _mm512_mask_add_epi64 (r, (__mmask8) (c ^ p), r, ones);
}

/* The mask of those limbs i..i+7 that are below n. */
static ALWAYS_INLINE __mmask8
limbs_mask (mp_size_t n, mp_size_t i)
{
  mp_size_t left = n - i;
  return left >= 8 ? 0xff : left <= 0 ? 0 : (__mmask8) ((1 << left) - 1);
}

/* Limbs i..i+7 of p[0..n-1]; zero beyond. */
static ALWAYS_INLINE __m512i
load_eight (mp_srcptr p, mp_size_t n, mp_size_t i)
{
  if (likely (i + 8 <= n))
    return _mm512_loadu_si512 (p + i);
  return _mm512_maskz_loadu_epi64 (limbs_mask (n, i), p + i);
}

static ALWAYS_INLINE void
store_eight (mp_ptr p, mp_size_t n, mp_size_t i, __m512i x)
{
  if (likely (i + 8 <= n))
    _mm512_storeu_si512 (p + i, x);
  else
    _mm512_mask_storeu_epi64 (p + i, limbs_mask (n, i), x);
}

static ALWAYS_INLINE __m512i
shift_left (__m512i x, int s)
{
  return (__m512i) ((__v8du) x << s);
}

static ALWAYS_INLINE __m512i
shift_right (__m512i x, int s)
{
  return (__m512i) ((__v8du) x >> s);
}

/* Limbs i..i+7 of p[0..n-1] * 2^s, 0 <= s < 64. */
static ALWAYS_INLINE __m512i
load_shifted (mp_srcptr p, mp_size_t n, mp_size_t i, int s)
{
  __m512i x = load_eight (p, n, i), y;
  if (__builtin_constant_p (s) && s == 0)
    return x;
  /* Lane l of y is limb i+l-1: zero for i + l = 0, and there is one more than n. */
  if (likely (i > 0 && i + 7 <= n))
    y = _mm512_loadu_si512 (p + i - 1);
  else
    y = _mm512_maskz_loadu_epi64 (limbs_mask (n + 1, i) & (i == 0 ? 0xfe : 0xff), p + i - 1);
  return _mm512_or_si512 (shift_left (x, s),
                          _mm512_srl_epi64 (y, _mm_cvtsi32_si128 (64 - s)));
}

/* The eight limbs BEFORE, shifted down by s, 0 < s < 64; NOW are the next eight. */
static ALWAYS_INLINE __m512i
shift_down (__m512i before, __m512i now, int s)
{
  return _mm512_or_si512 (shift_right (before, s),
                          shift_left (_mm512_alignr_epi64 (now, before, 1), 64 - s));
}

/* y c, c < 2^31. *upper holds the high halves from the vector before, zero at first; *carry as
   above. */
static ALWAYS_INLINE __m512i
times_eight (__m512i y, mp_limb_t c, __m512i *upper, unsigned *carry)
{
  __m512i factor = _mm512_set1_epi64 ((long) c);
  __m512i lo = _mm512_mul_epu32 (y, factor);
  __m512i hi = _mm512_mul_epu32 (_mm512_srli_epi64 (y, 32), factor);
  hi = _mm512_add_epi64 (hi, _mm512_srli_epi64 (lo, 32));
  __m512i low = _mm512_mask_blend_epi32 (0xaaaa, lo, _mm512_slli_epi64 (hi, 32));
  __m512i above = _mm512_srli_epi64 (hi, 32);
  __m512i r = add_eight (low, _mm512_alignr_epi64 (above, *upper, 7), carry);
  *upper = above;
  return r;
}

#endif
