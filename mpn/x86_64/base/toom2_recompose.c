/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The recomposition in one pass, in place of toom/toom2_recompose.c.  The contract is
   in toom/points.h. */

#include "base.h"
#include "generic/generic.h"
#include "toom/points.h"

/* rp[0..n-1] += carry, modulo B^n. */
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

void
comba_toom2_recompose (mp_ptr rp, mp_size_t rn, mp_ptr middle, mp_size_t h, int add)
{
  ASSERT (3 * h <= rn && rn <= 4 * h);
  comba_recompose_pass_fn *pass = add ? comba_recompose_pass_add : comba_recompose_pass_sub;
  struct comba_recompose_carries carry = pass (rp, middle, h, rn - 3 * h);
  add_signed (rp + 2 * h, rn - 2 * h, carry.x);
  add_signed (rp + 3 * h, rn - 3 * h, carry.y);
}
