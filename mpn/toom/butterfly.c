/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Sum and difference in one pass.  The contract is in points.h. */

#include "points.h"

void
comba_toom_butterfly (mp_ptr x, mp_ptr y, mp_size_t n, int halve)
{
  mp_limb_t carry = 0, borrow = 0, last_sum = 0, last_difference = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb s = (comba_dlimb) x[i] + y[i] + carry;
      comba_dlimb d = (comba_dlimb) x[i] - y[i] - borrow;
      carry = (mp_limb_t) (s >> GMP_LIMB_BITS);
      borrow = (mp_limb_t) (d >> GMP_LIMB_BITS) & 1;
      if (!halve)
        {
          x[i] = (mp_limb_t) s;
          y[i] = (mp_limb_t) d;
        }
      else if (i > 0)
        {
          x[i - 1] = last_sum >> 1 | (mp_limb_t) s << (GMP_LIMB_BITS - 1);
          y[i - 1] = last_difference >> 1 | (mp_limb_t) d << (GMP_LIMB_BITS - 1);
        }
      last_sum = (mp_limb_t) s;
      last_difference = (mp_limb_t) d;
    }
  if (halve)
    {
      /* Arithmetically: the sign bit stays. */
      mp_limb_t sign = (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
      x[n - 1] = last_sum >> 1 | (last_sum & sign);
      y[n - 1] = last_difference >> 1 | (last_difference & sign);
    }
}
