/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "arith/arith.h"

mp_limb_t
comba_submul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  mp_limb_t borrow = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      const comba_dlimb t = (comba_dlimb) ap[i] * b + borrow;
      const mp_limb_t low = (mp_limb_t) t, r = rp[i];
      rp[i] = r - low;
      borrow = (mp_limb_t) (t >> GMP_LIMB_BITS) + (r < low);
    }
  return borrow;
}
