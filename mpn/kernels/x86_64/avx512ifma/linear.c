/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Addition, subtraction and Toom-22's recomposition, eight limbs at a time.  The contracts are
   in arith/arith.h and mul/toom/toom.h. */

#include "kernels/x86_64/avx512ifma/eight_limbs.h"
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "arith/arith.h"

/* Lanes beyond n pass the carry or borrow on: all ones plus zero, or zero minus zero. */
static ALWAYS_INLINE mp_limb_t
add_or_sub_n (int sub, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  unsigned carry = 0;
  mp_size_t i = 0;
  for (; i + 8 <= n; i += 8)
    {
      const __m512i x = _mm512_loadu_si512 (ap + i), y = _mm512_loadu_si512 (bp + i);
      _mm512_storeu_si512 (rp + i, sub ? sub_eight (x, y, &carry) : add_eight (x, y, &carry));
    }
  if (i < n)
    {
      const __mmask8 mask = limbs_mask (n, i);
      const __m512i x = _mm512_mask_loadu_epi64 (_mm512_set1_epi64 (sub - 1), mask, ap + i);
      const __m512i y = _mm512_maskz_loadu_epi64 (mask, bp + i);
      _mm512_mask_storeu_epi64 (rp + i, mask, sub ? sub_eight (x, y, &carry) : add_eight (x, y, &carry));
    }
  return carry;
}

mp_limb_t
comba_add_n_ifma (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  return add_or_sub_n (0, rp, ap, bp, n);
}

mp_limb_t
comba_sub_n_ifma (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  return add_or_sub_n (1, rp, ap, bp, n);
}

/* rp[0..n-1] += carry mod beta^n; CARRY is signed. */
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

/* A sum of several numbers, eight limbs at a time.  The overflows of limbs are counted lane by
   lane, and the counts are added at the end, one lane up.  So carries are resolved once for all
   the numbers. */
struct sum
{
  __m512i value;                /* the eight limbs before */
  __m512i counts;               /* their counts of overflows */
  unsigned carry;
};

static ALWAYS_INLINE void
add_lanes (__m512i *value, __m512i *counts, __m512i x)
{
  *value = _mm512_add_epi64 (*value, x);
  *counts = _mm512_mask_sub_epi64 (*counts, _mm512_cmplt_epu64_mask (*value, x), *counts,
                                   _mm512_set1_epi64 (-1));
}

/* Resolves the eight limbs before; VALUE and COUNTS become the current ones of S. */
static ALWAYS_INLINE __m512i
resolve (struct sum *s, __m512i value, __m512i counts)
{
  s->value = add_eight (value, lanes_from (s->counts, counts, 7), &s->carry);
  s->counts = counts;
  return s->value;
}

/* An empty sum, with CARRY coming in. */
static ALWAYS_INLINE struct sum
sum_from (int carry)
{
  return (struct sum) { .counts = _mm512_set1_epi64 (carry) };
}

/* As resolve, but faster unless a carry moves on from the lane that it came to, which is rare.
   Time depends on that. */
static ALWAYS_INLINE __m512i
carry_lanes (struct sum *s, __m512i value, __m512i counts)
{
  const __m512i ones = _mm512_set1_epi64 (-1);
  __m512i in = lanes_from (s->counts, counts, 7);
  s->value = _mm512_add_epi64 (value, in);
  __mmask8 on = _mm512_cmplt_epu64_mask (s->value, in);
  while (unlikely (on != 0))
    {
      counts = _mm512_mask_sub_epi64 (counts, on & 0x80, counts, ones);
      on = (__mmask8) (on << 1);
      s->value = _mm512_mask_sub_epi64 (s->value, on, s->value, ones);
      on &= _mm512_cmpeq_epi64_mask (s->value, _mm512_setzero_si512 ());
    }
  s->counts = counts;
  return s->value;
}

/* The carry out of h limbs; it appears in the lanes beyond h if there are any. */
static ALWAYS_INLINE long
carried_out (const struct sum *s, mp_size_t h)
{
  _Alignas (64) long lanes[8];
  _mm512_store_si512 (lanes, h % 8 == 0 ? s->counts : s->value);
  return h % 8 == 0 ? lanes[7] + s->carry : lanes[h % 8];
}

/* The limbs p[0..7] in LANES, zero in the other lanes. */
static ALWAYS_INLINE __m512i
load_lanes (mp_srcptr p, __mmask8 lanes)
{
  return lanes == 0xff ? _mm512_loadu_si512 (p) : _mm512_maskz_loadu_epi64 (lanes, p);
}

static ALWAYS_INLINE void
store_lanes (mp_ptr p, __mmask8 lanes, __m512i x)
{
  if (lanes == 0xff)
    _mm512_storeu_si512 (p, x);
  else
    _mm512_mask_storeu_epi64 (p, lanes, x);
}

/* Eight limbs of two sums of three numbers each: a - b + c, where beta^n - 1 - b is added, and 1
   at the start; and a + b + d. */
static ALWAYS_INLINE void
join_eight (struct sum *x, struct sum *y, mp_ptr xp, mp_ptr yp, mp_srcptr ap, mp_srcptr bp, mp_srcptr cp, mp_srcptr dp,
            __mmask8 lanes)
{
  const __m512i a = load_lanes (ap, lanes), b = load_lanes (bp, lanes);
  __m512i t = a, u = a, t_counts = _mm512_setzero_si512 (), u_counts = t_counts;
  add_lanes (&t, &t_counts, lanes == 0xff ? _mm512_xor_si512 (b, _mm512_set1_epi64 (-1))
                            : _mm512_maskz_xor_epi64 (lanes, b, _mm512_set1_epi64 (-1)));
  add_lanes (&u, &u_counts, b);
  add_lanes (&t, &t_counts, load_lanes (cp, lanes));
  add_lanes (&u, &u_counts, load_lanes (dp, lanes));
  store_lanes (xp, lanes, carry_lanes (x, t, t_counts));
  store_lanes (yp, lanes, carry_lanes (y, u, u_counts));
}

void
comba_join_ifma (mp_ptr xp, mp_ptr yp, mp_srcptr ap, mp_srcptr bp, mp_srcptr cp, mp_srcptr dp, mp_size_t n,
                 struct comba_join_carry *carry)
{
  struct sum x = sum_from (carry->x + 1), y = sum_from (carry->y);
  mp_size_t i = 0;
  for (; i + 8 <= n; i += 8)
    join_eight (&x, &y, xp + i, yp + i, ap + i, bp + i, cp + i, dp + i, 0xff);
  if (i < n)
    join_eight (&x, &y, xp + i, yp + i, ap + i, bp + i, cp + i, dp + i, limbs_mask (n, i));
  *carry = (struct comba_join_carry) { (int) carried_out (&x, n) - 1, (int) carried_out (&y, n) };
}

/* With L the lower and H the upper h limbs of v0, vinf and the middle product, in one pass
     x = (H0 + L1) + L0 -+ LM at h, y = (H0 + L1) + H1 -+ HM at 2h.
   A number is subtracted by adding its complement, and 1 at the end.

   Eight limbs: rp and middle point to the first of L0 and LM.  The lanes in use, and those of
   H1, are constant if there are no more. */
static ALWAYS_INLINE void
recompose_eight (struct sum *x, struct sum *y, mp_ptr rp, mp_srcptr middle, mp_size_t h,
                 __mmask8 lanes, __mmask8 top, int add)
{
  __m512i complement = _mm512_set1_epi64 (add ? 0 : -1);
  /* Hidden from the compiler, which would take vpternlogq; that waits for the old value of its
     register. */
  __asm__ ("" : "+v" (complement));
  __m512i lm = _mm512_xor_si512 (load_lanes (middle, lanes), complement);
  __m512i hm = _mm512_xor_si512 (load_lanes (middle + h, lanes), complement);
  __m512i t = load_lanes (rp + h, lanes), both = _mm512_setzero_si512 ();
  add_lanes (&t, &both, load_lanes (rp + 2 * h, lanes));
  __m512i u = t, x_counts = both, y_counts = both;
  add_lanes (&t, &x_counts, load_lanes (rp, lanes));
  add_lanes (&t, &x_counts, lm);
  add_lanes (&u, &y_counts, load_lanes (rp + 3 * h, top));
  add_lanes (&u, &y_counts, hm);
  store_lanes (rp + h, lanes, resolve (x, t, x_counts));
  store_lanes (rp + 2 * h, lanes, resolve (y, u, y_counts));
}

static ALWAYS_INLINE void
recompose (mp_ptr rp, mp_size_t rn, mp_srcptr middle, mp_size_t h, int add)
{
  struct sum x = { .carry = !add }, y = { .carry = !add };
  const mp_size_t top = rn - 3 * h;
  mp_size_t i = 0;
  for (; i + 8 <= top; i += 8)
    recompose_eight (&x, &y, rp + i, middle + i, h, 0xff, 0xff, add);
  for (; i < h; i += 8)
    recompose_eight (&x, &y, rp + i, middle + i, h, limbs_mask (h, i), limbs_mask (top, i), add);
  const long one = h % 8 == 0 && !add;
  add_signed (rp + 2 * h, rn - 2 * h, carried_out (&x, h) - one);
  add_signed (rp + 3 * h, top, carried_out (&y, h) - one);
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

const struct comba_toom_linear comba_toom_ifma = {
  .add_n = comba_add_n_ifma,
  .sub_n = comba_sub_n_ifma,
  .join = comba_join_ifma,
  .recompose2 = comba_toom2_recompose_ifma,
  .evaluate = comba_toom_evaluate_ifma,
  .eliminate = comba_toom_eliminate_ifma,
  .combine = comba_toom_combine_ifma,
};
