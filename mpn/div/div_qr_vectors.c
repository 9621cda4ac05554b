/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by a kernel on vectors (div_vectors): long quotients in pieces. */

#include "div/div.h"
#include "div/one_limb.h"
#include "arith/quotient_3by2.h"

/* 2^256 / d in three limbs of which the highest is 1, d = (high, low): two quotients of three limbs
   by two.  Rounding up d takes at most 4 units from that. */
void
comba_div_reciprocal_2 (mp_limb_t rp[2], mp_limb_t high, mp_limb_t low, mp_limb_t inverse)
{
  const struct comba_pair d = { .high = high, .low = low };
  struct comba_pair p = comba_pair_product (inverse, low);
  p.high += low + inverse * high;
  struct comba_pair rest = { .high = ~p.high, .low = ~p.low };
  struct comba_pair x = { .high = inverse, .low = comba_quotient_3by2 (&rest, COMBA_LIMB_MAX, d, inverse) };
  const mp_limb_t is_above = x.high != 0 || x.low >= 5;
  x = comba_pair_sub (x, (struct comba_pair) { .low = 5 });
  rp[0] = x.low >> 1 | x.high << (GMP_LIMB_BITS - 1);
  rp[1] = x.high >> 1 | is_above << (GMP_LIMB_BITS - 1);
}

void
comba_div_reciprocal_of (mp_limb_t rp[2], mp_srcptr dp, mp_size_t dn)
{
  const int s = comba_leading_zeros (dp[dn - 1]);
  mp_limb_t high = dp[dn - 1], low = dp[dn - 2];
  if (s != 0)
    {
      high = high << s | low >> (GMP_LIMB_BITS - s);
      low = low << s | dp[dn - 3] >> (GMP_LIMB_BITS - s);
    }
  comba_div_reciprocal_2 (rp, high, low, comba_inverse_3by2 (high, low));
}

mp_limb_t
comba_div_qr_vectors (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
                      const mp_limb_t reciprocal[2])
{
  const mp_size_t most = k->div_vectors.max;
  mp_size_t at = nn - dn, n = at % most != 0 || at == 0 ? at % most : most;
  at -= n;
  const mp_limb_t qh = k->div_vectors.div (qp + at, np + at, np + at, dn + n, dp, dn, reciprocal);
  for (; at > 0;)
    {
      at -= most;
      k->div_vectors.div (qp + at, np + at, np + at, dn + most, dp, dn, reciprocal);
    }
  return qh;
}
