/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The reciprocal of two limbs, for quotients of three limbs by two: algorithm 6 of Moeller and
   Granlund, "Improved division by invariant integers" (2011). */

#include "div/div.h"
#include "div/one_limb.h"

mp_limb_t
comba_inverse_3by2 (mp_limb_t high, mp_limb_t low)
{
  mp_limb_t p;
  mp_limb_t v = comba_divide_limbs (~high, COMBA_LIMB_MAX, high, &p);
  p = high * v + low;
  if (p < low)
    {
      v--;
      if (p >= high)
        {
          v--;
          p -= high;
        }
      p -= high;
    }
  const comba_dlimb t = (comba_dlimb) v * low;
  p += COMBA_HIGH (t);
  if (p < COMBA_HIGH (t))
    {
      v--;
      if (p > high || (p == high && (mp_limb_t) t >= low))
        v--;
    }
  return v;
}

mp_limb_t
comba_div_inverse_of (mp_srcptr dp, mp_size_t dn)
{
  const int s = comba_leading_zeros (dp[dn - 1]);
  struct comba_pair d = comba_shifted ((struct comba_pair) { .high = dp[dn - 1], .low = dp[dn - 2] }, s);
  if (dn > 2)
    d.low |= dp[dn - 3] >> 1 >> (GMP_LIMB_BITS - 1 - s);
  return comba_inverse_3by2 (d.high, d.low);
}
