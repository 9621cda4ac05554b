/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Sums of limbs with delayed carries, eight columns a vector.

   A column is a pair of 64-bit lanes, for the lower and the upper halves of what
   is added: lo + 2^32 hi, each signed, less than 2^61 in absolute value.  Linear
   combinations are taken lane by lane.  struct limbs turns the columns into limbs
   again, two's complement if the number is negative. */

#ifndef COMBA_IFMA_HALVES_H
#define COMBA_IFMA_HALVES_H

#include "digits.h"

struct halves
{
  __m512i lo, hi;
};

static ALWAYS_INLINE struct halves
split_limbs (__m512i x)
{
  return (struct halves) { _mm512_and_si512 (x, _mm512_set1_epi64 (0xffffffff)),
                           _mm512_srli_epi64 (x, 32) };
}

static ALWAYS_INLINE struct halves
halves_add (struct halves x, struct halves y)
{
  return (struct halves) { _mm512_add_epi64 (x.lo, y.lo), _mm512_add_epi64 (x.hi, y.hi) };
}

static ALWAYS_INLINE struct halves
halves_sub (struct halves x, struct halves y)
{
  return (struct halves) { _mm512_sub_epi64 (x.lo, y.lo), _mm512_sub_epi64 (x.hi, y.hi) };
}

static ALWAYS_INLINE struct halves
halves_shift (struct halves x, int s)
{
  if (__builtin_constant_p (s) && s == 0)
    return x;
  return (struct halves) { (__m512i) ((__v8du) x.lo << s), (__m512i) ((__v8du) x.hi << s) };
}

/* x c 2^s.  A constant c has to be seen by the compiler: powers of two are shifts. */
static ALWAYS_INLINE struct halves
halves_times (struct halves x, mp_limb_t c, int s)
{
  if ((c & (c - 1)) == 0)
    return halves_shift (x, __builtin_ctzl (c) + s);
  __m512i factor = _mm512_set1_epi64 ((long) c);
  x.lo = _mm512_mullo_epi64 (x.lo, factor);
  x.hi = _mm512_mullo_epi64 (x.hi, factor);
  return halves_shift (x, s);
}

/* -x in the lanes of NEGATE, else x. */
static ALWAYS_INLINE struct halves
halves_negate (struct halves x, __mmask8 negate)
{
  const __m512i zero = _mm512_setzero_si512 ();
  return (struct halves) { _mm512_mask_sub_epi64 (x.lo, negate, zero, x.lo),
                           _mm512_mask_sub_epi64 (x.hi, negate, zero, x.hi) };
}

/* The mask of the limbs i..i+7 of n; those beyond n are zero. */
static ALWAYS_INLINE __mmask8
limbs_mask (mp_size_t n, mp_size_t i)
{
  mp_size_t left = n - i;
  return left >= 8 ? 0xff : left <= 0 ? 0 : (__mmask8) ((1 << left) - 1);
}

/* What is carried from vector to vector.  A column passes its upper part on to the
   next; BIAS, added there and subtracted here, makes that positive. */
struct limbs
{
  __m512i upper;
  unsigned carry;
};

#define LIMBS_BIAS ((long) 1 << 32)

static ALWAYS_INLINE struct limbs
limbs_begin (void)
{
  return (struct limbs) { _mm512_set1_epi64 (LIMBS_BIAS), 0 };
}

static ALWAYS_INLINE __m512i
limbs_next (struct limbs *s, struct halves x)
{
  const __m512i bias = _mm512_set1_epi64 (LIMBS_BIAS), ones = _mm512_set1_epi64 (-1);
  __m512i lo = _mm512_sub_epi64 (x.lo, bias);
  __m512i hi = _mm512_add_epi64 (x.hi, _mm512_srai_epi64 (lo, 32));
  __m512i low = _mm512_mask_blend_epi32 (0xaaaa, lo, _mm512_slli_epi64 (hi, 32));
  __m512i upper = _mm512_add_epi64 (_mm512_srai_epi64 (hi, 32), bias);
  __m512i limb = _mm512_add_epi64 (low, _mm512_alignr_epi64 (upper, s->upper, 7));
  s->upper = upper;

  unsigned g = _mm512_cmplt_epu64_mask (limb, low);
  unsigned p = _mm512_cmpeq_epu64_mask (limb, ones);
  unsigned c = s->carry + p + 2 * g;
  s->carry = c >> 8;
  return _mm512_mask_sub_epi64 (limb, (__mmask8) (c ^ p), limb, ones);
}

/* The same, divided by 2^shift, which delays the result by a vector: each call
   returns the limbs before those that go in; the first call's result is void. */
struct shifted_limbs
{
  struct limbs limbs;
  __m512i before;
};

static ALWAYS_INLINE struct shifted_limbs
shifted_limbs_begin (void)
{
  return (struct shifted_limbs) { limbs_begin (), _mm512_setzero_si512 () };
}

static ALWAYS_INLINE __m512i
shifted_limbs_next (struct shifted_limbs *s, struct halves x, int shift)
{
  __m512i now = limbs_next (&s->limbs, x);
  __m512i above = _mm512_alignr_epi64 (now, s->before, 1);
  __m512i r = _mm512_or_si512 (_mm512_srl_epi64 (s->before, _mm_cvtsi32_si128 (shift)),
                               _mm512_sll_epi64 (above, _mm_cvtsi32_si128 (64 - shift)));
  s->before = now;
  return r;
}

#endif
