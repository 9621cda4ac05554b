/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Toom-22's recomposition in one pass, for any x86-64, in place of the function in
   mul/toom/steps.c.  The contract is in mul/toom/toom.h. */

#include "kernels/x86_64/mul/toom_linear.h"
#include "arith/arith.h"

/* rp[0..n-1] += carry, which may be negative; returns the carry out. */
static long
add_signed (mp_ptr rp, mp_size_t n, long carry)
{
  return carry >= 0 ? (long) comba_add_1_var (rp, n, (mp_limb_t) carry)
                    : -(long) comba_sub_1_var (rp, n, (mp_limb_t) -carry);
}

void
comba_toom2_recompose (mp_ptr rp, mp_size_t rn, mp_ptr middle, mp_size_t h, int add)
{
  ASSERT (3 * h <= rn && rn <= 4 * h);
  const mp_size_t top = rn - 3 * h;
  const struct comba_toom2_carries c
    = (add ? comba_toom2_add_middle : comba_toom2_sub_middle) (rp, middle, h, top);
  long carry = c.y + add_signed (rp + 2 * h, h, c.x);
  carry = add_signed (rp + 3 * h, top, carry);
  ASSERT (carry == 0);
  (void) carry;
}
