/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Schoolbook division, a quotient limb a row.

   Each quotient is taken from the top limbs, so a row would have to wait for the borrows of the
   previous row to arrive there.  Instead its three upper limbs are computed separately, from
   products of q and the four upper limbs of D.  They are one or two units too large at most, so the
   quotient is hardly ever wrong, and never too small. */

#include "div/div.h"
#include "div/quotient_3by2.h"

/* The three limbs below UP, as they are in memory. */
static ALWAYS_INLINE struct comba_pair
upper (mp_srcptr up, mp_limb_t *low)
{
  *low = up[-3];
  return (struct comba_pair) { .high = up[-1], .low = up[-2] };
}

/* x - (high beta + low) */
static ALWAYS_INLINE struct comba_pair
less (struct comba_pair x, mp_limb_t high, mp_limb_t low)
{
  return comba_pair_sub (x, (struct comba_pair) { .high = high, .low = low });
}

static void
divide_rows (comba_addmul_1_fn *submul_1, mp_ptr qp, mp_ptr rp, mp_size_t rows, mp_srcptr dp, mp_size_t dn,
             mp_limb_t inverse)
{
  const struct comba_pair d = { .high = dp[dn - 1], .low = dp[dn - 2] };
  const mp_limb_t d_third = dp[dn - 3], d_fourth = dn > 3 ? dp[dn - 4] : 0;
  mp_limb_t low;
  struct comba_pair u = upper (rp + rows + dn, &low);
  rp += rows;
  while (rows-- > 0)
    {
      mp_limb_t q = COMBA_LIMB_MAX, top;
      rp--;
      if (unlikely (u.high != rp[dn]))          /* overflow: q is one unit too large */
        u = upper (rp + dn + 1, &low);
      if (likely (u.high < d.high || (u.high == d.high && u.low < d.low)))
        {
          q = comba_quotient_3by2 (&u, low, d, inverse);
          const struct comba_pair fourth = comba_pair_product (q, d_fourth);
          struct comba_pair third = comba_pair_product (q, d_third);
          third = comba_pair_add_limb (third, fourth.high);
          low = rp[dn - 3];
          u = less (u, 0, third.high + (low < third.low));
          low -= third.low;
          top = rp[dn] - submul_1 (rp, dp, dn, q);
          qp[rows] = q;
          if (likely (top == 0))
            continue;
        }
      else
        top = rp[dn] - submul_1 (rp, dp, dn, q);
      for (; top != 0; q--)     /* q is too large */
        top += comba_add_n (rp, rp, dp, dn);
      qp[rows] = q;
      u = upper (rp + dn, &low);
    }
}

mp_limb_t
comba_div_qr_basecase (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn,
                       mp_srcptr dp, mp_size_t dn, mp_limb_t inverse)
{
  ASSERT (nn >= dn && dn >= 3 && dp[dn - 1] >> (GMP_LIMB_BITS - 1) == 1);
  const mp_limb_t qh = comba_cmp_var (np + nn - dn, dp, dn) >= 0;
  if (qh)
    comba_sub_n (np + nn - dn, np + nn - dn, dp, dn);
  divide_rows (comba_div_submul_1 (k, dn), qp, np, nn - dn, dp, dn, inverse);
  return qh;
}
