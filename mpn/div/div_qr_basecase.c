/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Schoolbook division. */

#include "div/div.h"
#include "div/quotient_3by2.h"

mp_limb_t
comba_div_qr_basecase (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn,
                       mp_srcptr dp, mp_size_t dn, mp_limb_t inverse)
{
  (void) k;
  ASSERT (nn >= dn && dn >= 3 && dp[dn - 1] >> (GMP_LIMB_BITS - 1) == 1);
  const struct comba_pair d = { .high = dp[dn - 1], .low = dp[dn - 2] };
  const mp_limb_t qh = comba_cmp_var (np + nn - dn, dp, dn) >= 0;
  if (qh)
    comba_sub_n (np + nn - dn, np + nn - dn, dp, dn);
  for (mp_size_t i = nn - dn; i-- > 0;)
    {
      const mp_ptr rp = np + i;
      struct comba_pair u = { .high = rp[dn], .low = rp[dn - 1] };
      mp_limb_t q = COMBA_LIMB_MAX;
      if (likely (u.high < d.high || (u.high == d.high && u.low < d.low)))
        q = comba_quotient_3by2 (&u, rp[dn - 2], d, inverse);
      for (mp_limb_t top = rp[dn] - comba_submul_1 (rp, dp, dn, q); top != 0; q--)      /* q is too large */
        top += comba_add_n (rp, rp, dp, dn);
      qp[i] = q;
    }
  return qh;
}
