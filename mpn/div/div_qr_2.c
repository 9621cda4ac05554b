/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by two limbs. */

#include "div/div.h"
#include "div/one_limb.h"
#include "arith/quotient_3by2.h"

void
comba_div_qr_2 (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_limb_t inverse)
{
  ASSERT (nn >= 2 && dp[1] != 0);
  const int s = comba_leading_zeros (dp[1]);
  const struct comba_pair d = comba_shifted ((struct comba_pair) { .low = dp[0], .high = dp[1] }, s);
  struct comba_pair x = comba_shifted ((struct comba_pair) { .low = np[nn - 1] }, s);
  struct comba_pair u = { .high = x.high, .low = x.low };
  x = comba_shifted ((struct comba_pair) { .low = np[nn - 2] }, s);
  u.low |= x.high;
  for (mp_size_t i = nn - 2; i > 0; i--)
    {
      const struct comba_pair next = comba_shifted ((struct comba_pair) { .low = np[i - 1] }, s);
      qp[i] = comba_quotient_3by2 (&u, x.low | next.high, d, inverse);
      x = next;
    }
  qp[0] = comba_quotient_3by2 (&u, x.low, d, inverse);
  rp[0] = u.low >> s | u.high << 1 << (GMP_LIMB_BITS - 1 - s);
  rp[1] = u.high >> s;
}
