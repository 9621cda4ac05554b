/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "arith/arith.h"

mp_limb_t
comba_addmul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  mp_limb_t carry = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb t = (comba_dlimb) ap[i] * b + rp[i] + carry;
      rp[i] = (mp_limb_t) t;
      carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
    }
  return carry;
}
