/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The recomposition in three passes of h limbs.  The contract is in toom/points.h.

   With L and H the lower and upper h limbs of v0, vinf and the middle product M,
   t = H0 + L1 takes the place of L1; then t + L0 +- LM that of H0, t + H1 +- HM
   that of t. */

#include "adx.h"
#include "generic/generic.h"
#include "toom/points.h"

/* rp[0..n-1] += carry; returns what is carried out of that. */
static long
add_signed (mp_ptr rp, mp_size_t n, long carry)
{
  if (carry >= 0)
    return (long) comba_add_1_var (rp, n, (mp_limb_t) carry);

  mp_limb_t borrow = (mp_limb_t) -carry;
  for (mp_size_t i = 0; borrow != 0 && i < n; i++)
    {
      mp_limb_t x = rp[i];
      rp[i] = x - borrow;
      borrow = x < borrow;
    }
  return -(long) borrow;
}

void
comba_toom2_recompose_adx (mp_ptr rp, mp_size_t rn, mp_ptr middle, mp_size_t h, int add)
{
  ASSERT (3 * h <= rn && rn <= 4 * h);
  comba_add_two_n_fn *add_two = add ? comba_add_add_n_adx : comba_add_sub_n_adx;
  mp_size_t top = rn - 3 * h;
  mp_ptr t = rp + 2 * h;

  long both = (long) comba_add_n (t, rp + h, t, h);
  long x = both + add_two (rp + h, t, rp, middle, h);
  long y = add_two (t, t, t + h, middle + h, top);
  if (top < h)
    {
      /* H1 ends before HM. */
      mp_ptr end = t + top;
      mp_srcptr from = middle + h + top;
      long more = add ? (long) comba_add_n (end, end, from, h - top)
                      : -(long) comba_sub_n (end, end, from, h - top);
      y = more + add_signed (end, h - top, y);
    }
  long carry = add_signed (t, h, x) + both + y;
  carry = add_signed (t + h, top, carry);
  ASSERT (carry == 0);
  (void) carry;
}
