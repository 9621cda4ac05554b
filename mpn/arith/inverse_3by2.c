/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The reciprocal of two limbs, for quotients of three limbs by two: algorithm 6 of Moeller and
   Granlund, "Improved division by invariant integers" (2011). */

#include "arith/quotient_3by2.h"

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
      const struct comba_pair rest = { .high = p, .low = (mp_limb_t) t }, d = { .high = high, .low = low };
      if (!comba_pair_below (rest, d))
        v--;
    }
  return v;
}
