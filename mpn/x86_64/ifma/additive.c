/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Addition, subtraction and Karatsuba's recomposition, eight limbs at a time.  The
   contracts are those of the types in kernels.h and toom/points.h. */

#include "eight.h"
#include "ifma.h"
#include "generic/generic.h"

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

/* What was carried out of h limbs, whose last vector is LAST: it stands in the lanes
   beyond h if there are any, else it is CARRY. */
static ALWAYS_INLINE long
carried_out (__m512i last, mp_size_t h, long carry)
{
  _Alignas (64) long lanes[8];
  if (h % 8 == 0)
    return carry;
  _mm512_store_si512 (lanes, last);
  return lanes[h % 8];
}

/* With L the lower and H the upper h limbs of v0, vinf and the middle product, in one
   pass
     x = (H0 + L1) + L0 -+ LM at h, y = (H0 + L1) + H1 -+ HM at 2h. */
static ALWAYS_INLINE void
recompose (mp_ptr rp, mp_size_t rn, mp_srcptr middle, mp_size_t h, int add)
{
  unsigned both = 0, cx = 0, cy = 0, mx = 0, my = 0;
  __m512i x = _mm512_setzero_si512 (), y = x;
  for (mp_size_t i = 0; i < h; i += 8)
    {
      __m512i t = add_eight (load_eight (rp + h, h, i), load_eight (rp + 2 * h, h, i), &both);
      x = add_eight (t, load_eight (rp, h, i), &cx);
      y = add_eight (t, load_eight (rp + 3 * h, rn - 3 * h, i), &cy);
      __m512i lm = load_eight (middle, h, i), hm = load_eight (middle + h, h, i);
      x = add ? add_eight (x, lm, &mx) : sub_eight (x, lm, &mx);
      y = add ? add_eight (y, hm, &my) : sub_eight (y, hm, &my);
      store_eight (rp + h, h, i, x);
      store_eight (rp + 2 * h, h, i, y);
    }
  int sign = add ? 1 : -1;
  add_signed (rp + 2 * h, rn - 2 * h, carried_out (x, h, (long) both + cx + sign * (long) mx));
  add_signed (rp + 3 * h, rn - 3 * h, carried_out (y, h, (long) both + cy + sign * (long) my));
}

void
comba_toom2_recompose_ifma (mp_ptr rp, mp_size_t rn, mp_ptr middle, mp_size_t h, int add)
{
  ASSERT (3 * h <= rn && rn <= 4 * h);
  if (add)
    recompose (rp, rn, middle, h, 1);
  else
    recompose (rp, rn, middle, h, 0);
}
