/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The recomposition.  The contract is in toom.h. */

#include "toom.h"
#include "generic/generic.h"

void
comba_toom2_add_middle (mp_ptr rp, mp_size_t rn, mp_srcptr middle, mp_size_t h, mp_limb_t carry)
{
  ASSERT (rn >= 3 * h);
  carry += comba_add_n (rp + h, rp + h, middle, 2 * h);
  carry = comba_add_1_var (rp + 3 * h, rn - 3 * h, carry);
  ASSERT (carry == 0);
  (void) carry;
}
