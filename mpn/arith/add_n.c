/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "arith/arith.h"

mp_limb_t
comba_add_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  mp_limb_t carry = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb s = (comba_dlimb) ap[i] + bp[i] + carry;
      rp[i] = (mp_limb_t) s;
      carry = (mp_limb_t) (s >> GMP_LIMB_BITS);
    }
  return carry;
}
