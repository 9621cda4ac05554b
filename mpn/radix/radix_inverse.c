/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reciprocals by Newton's method.

   Let I be the reciprocal to h limbs, 2h >= n + 2, and e = beta^(n+h) - D I.  Its error, with that
   of the h limbs of D, makes |e| < 8 beta^n.  The next reciprocal is
   I beta^(n-h) + I e / beta^(2h), which neglects 2^7 beta^(n-2h) at most.  So its error comes from
   the limbs that are dropped from e and from the correction, a unit each. */

#include "radix/get_str.h"
#include "div/div.h"
#include "mul/mul.h"
#include <string.h>

/* At most so many limbs are divided.  No CPU needs another number: near this size the best number
   saves a tenth at most, with any configuration of Zen 3, and nothing from 100 limbs on, where the
   first step is short. */
enum { BY_DIVISION = 20 };

static void
negate (mp_ptr xp, mp_size_t n)
{
  mp_limb_t borrow = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      const mp_limb_t x = xp[i];
      xp[i] = -x - borrow;
      borrow |= x != 0;
    }
}

void
comba_radix_inverse (const struct comba_config *k, mp_ptr ip, mp_srcptr dp, mp_size_t dn, mp_size_t n, mp_ptr tp)
{
  if (dn > n)
    dp += dn - n, dn = n;
  if (n <= BY_DIVISION)
    {
      mp_limb_t np[2 * BY_DIVISION + 1], qp[BY_DIVISION + 2];
      /* beta^(n+dn) / dp is the same. */
      memset (np, 0, sizeof np);
      np[n + dn] = 1;
      comba_divide (k, qp, np, np, n + dn + 1, dp, dn);
      memcpy (ip, qp, (size_t) (n + 1) * sizeof (mp_limb_t));
      return;
    }
  const mp_size_t h = (n + 1) / 2 + 1;
  const mp_ptr high = ip + n - h;
  comba_radix_inverse (k, high, dp, dn, h, tp);

  /* tp[0..dn] = e / beta^(n-dn), modulo beta^(dn+1) */
  comba_mul_unordered (k, tp, high, h + 1, dp, dn);
  const int above = tp[dn] >> (GMP_LIMB_BITS - 1) == 0;
  if (!above)
    negate (tp, dn + 1);
  const mp_size_t drop = dn > h ? dn - h : 0, en = dn + 1 - drop;
  const mp_ptr correction = tp + dn + 1;
  comba_mul_unordered (k, correction, high, h + 1, tp + drop, en);
  const mp_size_t from = 3 * h - n - (dn > h ? 0 : h - dn), all = h + 1 + en;
  memset (ip, 0, (size_t) (n - h) * sizeof (mp_limb_t));
  mp_size_t cn = all - from;
  if (cn > n + 1)
    cn = n + 1;
  if (cn <= 0)
    return;
  if (above)
    comba_sub_in_var (ip, n + 1, correction + from, cn);
  else
    comba_add_in_var (ip, n + 1, correction + from, cn);
}
