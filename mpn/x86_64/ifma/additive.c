/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Addition, subtraction and Karatsuba's recomposition, eight limbs at a time.  The
   contracts are those of the types in kernels.h and toom/points.h. */

#include "halves.h"
#include "ifma.h"
#include "generic/generic.h"

/* With g the lanes that overflow by themselves and p those that pass a carry on,
   one addition of masks resolves the carries of a vector (digits.h). */
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

mp_limb_t
comba_add_n_ifma (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  unsigned carry = 0;
  mp_size_t i = 0;
  for (; i + 8 <= n; i += 8)
    _mm512_storeu_si512 (rp + i, add_eight (_mm512_loadu_si512 (ap + i),
                                            _mm512_loadu_si512 (bp + i), &carry));
  if (i < n)
    {
      /* The lanes beyond n are all ones, which pass the carry on. */
      __mmask8 mask = limbs_mask (n, i);
      __m512i x = _mm512_mask_loadu_epi64 (_mm512_set1_epi64 (-1), mask, ap + i);
      __m512i y = _mm512_maskz_loadu_epi64 (mask, bp + i);
      _mm512_mask_storeu_epi64 (rp + i, mask, add_eight (x, y, &carry));
    }
  return carry;
}

mp_limb_t
comba_sub_n_ifma (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  unsigned borrow = 0;
  mp_size_t i = 0;
  for (; i + 8 <= n; i += 8)
    _mm512_storeu_si512 (rp + i, sub_eight (_mm512_loadu_si512 (ap + i),
                                            _mm512_loadu_si512 (bp + i), &borrow));
  if (i < n)
    {
      /* The lanes beyond n are zero in both, which pass the borrow on. */
      __mmask8 mask = limbs_mask (n, i);
      __m512i x = _mm512_maskz_loadu_epi64 (mask, ap + i);
      __m512i y = _mm512_maskz_loadu_epi64 (mask, bp + i);
      _mm512_mask_storeu_epi64 (rp + i, mask, sub_eight (x, y, &borrow));
    }
  return borrow;
}

/* rp[0..n-1] += carry, modulo B^n, where carry is signed. */
static void
add_signed (mp_ptr rp, mp_size_t n, long carry)
{
  if (carry >= 0)
    comba_add_1_var (rp, n, (mp_limb_t) carry);
  else
    for (mp_limb_t borrow = (mp_limb_t) -carry; borrow != 0 && n > 0; rp++, n--)
      {
        mp_limb_t x = rp[0];
        rp[0] = x - borrow;
        borrow = x < borrow;
      }
}

/* What was carried out of the h columns, of which the last vector holds some. */
static ALWAYS_INLINE long
limbs_end (const struct limbs *s, __m512i last, mp_size_t h)
{
  /* Lanes beyond h were zero: the carry stands in the first of them, or in what
     is carried on. */
  _Alignas (64) long lanes[8];
  if (h % 8 != 0)
    {
      _mm512_store_si512 (lanes, last);
      return lanes[h % 8];
    }
  _mm512_store_si512 (lanes, s->upper);
  return lanes[7] - LIMBS_BIAS + (long) s->carry;
}

/* The columns of h limbs at h and at 2h, in one pass:
     H0 + L0 + L1 -+ LM,  H0 + L1 + H1 -+ HM
   with L the lower and H the upper h limbs of v0, vinf and the middle product. */
void
comba_toom2_recompose_ifma (mp_ptr rp, mp_size_t rn, mp_ptr middle, mp_size_t h, int add)
{
  ASSERT (rn >= 3 * h);
  struct limbs first = limbs_begin (), second = limbs_begin ();
  __m512i x = _mm512_setzero_si512 (), y = x;
  __mmask8 negate = add ? 0 : 0xff;
  for (mp_size_t i = 0; i < h; i += 8)
    {
      __mmask8 mask = limbs_mask (h, i);
      struct halves l0 = split_limbs (_mm512_maskz_loadu_epi64 (mask, rp + i));
      struct halves h0 = split_limbs (_mm512_maskz_loadu_epi64 (mask, rp + h + i));
      struct halves l1 = split_limbs (_mm512_maskz_loadu_epi64 (mask, rp + 2 * h + i));
      struct halves h1 = split_limbs (_mm512_maskz_loadu_epi64 (limbs_mask (rn - 3 * h, i),
                                                                rp + 3 * h + i));
      struct halves lm = split_limbs (_mm512_maskz_loadu_epi64 (mask, middle + i));
      struct halves hm = split_limbs (_mm512_maskz_loadu_epi64 (mask, middle + h + i));
      struct halves t = halves_add (h0, l1);
      x = limbs_next (&first, halves_add (halves_add (t, l0), halves_negate (lm, negate)));
      y = limbs_next (&second, halves_add (halves_add (t, h1), halves_negate (hm, negate)));
      _mm512_mask_storeu_epi64 (rp + h + i, mask, x);
      _mm512_mask_storeu_epi64 (rp + 2 * h + i, mask, y);
    }
  add_signed (rp + 2 * h, rn - 2 * h, limbs_end (&first, x, h));
  add_signed (rp + 3 * h, rn - 3 * h, limbs_end (&second, y, h));
}
