/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The recomposition.  The contract is in toom.h. */

#include "mul/toom/toom.h"
#include "arith/arith.h"

void
comba_toom2_recompose (mp_ptr rp, mp_size_t rn, mp_ptr middle, mp_size_t h, int add)
{
  ASSERT (rn >= 3 * h);
  mp_srcptr v0 = rp, vinf = rp + 2 * h;

  mp_limb_t carry;
  if (add)
    carry = comba_add_n (middle, v0, middle, 2 * h);
  else
    carry = -comba_sub_n (middle, v0, middle, 2 * h);
  carry += comba_add_in_var (middle, 2 * h, vinf, rn - 2 * h);

  carry += comba_add_n (rp + h, rp + h, middle, 2 * h);
  carry = comba_add_1_var (rp + 3 * h, rn - 3 * h, carry);
  ASSERT (carry == 0);
  (void) carry;
}
