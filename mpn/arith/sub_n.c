/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "arith/arith.h"

mp_limb_t
comba_sub_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  mp_limb_t borrow = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb d = (comba_dlimb) ap[i] - bp[i] - borrow;
      rp[i] = (mp_limb_t) d;
      borrow = (mp_limb_t) (d >> GMP_LIMB_BITS) & 1;
    }
  return borrow;
}
