/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Schoolbook square root.

   Let S be the root of the upper j pairs of limbs, and R the remainder.  The next limb of the root
   is about q = R beta / 2S, and the remainder becomes R beta^2 + (the next pair) - q (2S beta + q):
   a row of j + 1 limbs.  The divisor for q is the two upper limbs of S, which stay as they are. */

#include "root/root.h"
#include "root/sqrt_limbs.h"
#include "div/div.h"
#include "arith/quotient_3by2.h"

/* rp[0..n-1] -= ap[0..n-1] * b; returns the borrow. */
static ALWAYS_INLINE mp_limb_t
subtract_row (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return comba_div_submul_1 (k, n) (rp, ap, n, b);
}

/* The end of a row: wp[0..j] is the remainder after the row for q, TOP the limb above, modulo beta,
   and twice the root is dp[1..j] + beta^j.  Subtracts from q until the remainder is not negative,
   puts 2q in dp[0], and its carry in dp[1], whose bit 0 is zero.  Returns the remainder's upper
   limb. */
static ALWAYS_INLINE mp_limb_t
finish_row (mp_ptr wp, mp_ptr dp, mp_size_t j, mp_limb_t q, mp_limb_t top)
{
  while (unlikely (top >> (GMP_LIMB_BITS - 1) != 0))
    {
      q--;
      dp[0] = 2 * q + 1;
      top += 1 + comba_add_n (wp, wp, dp, j + 1);
      if (q >> (GMP_LIMB_BITS - 1) != 0)
        top += comba_add_1_var (wp + 1, j, 1);
    }
  dp[0] = 2 * q;
  dp[1] |= q >> (GMP_LIMB_BITS - 1);
  return top;
}

mp_limb_t
comba_sqrtrem_basecase (const struct comba_config *k, mp_ptr sp, mp_ptr np, mp_size_t n)
{
  enum { HIGH_BIT = GMP_LIMB_BITS - 1 };
  ASSERT (n >= 1 && np[2 * n - 1] >> (GMP_LIMB_BITS - 2) != 0);
  mp_limb_t r, c;
  const mp_limb_t s = comba_root_two_limbs ((struct comba_pair) { .high = np[2 * n - 1], .low = np[2 * n - 2] }, &r, &c);
  if (n == 1)
    {
      sp[0] = s;
      np[0] = r;
      return c;
    }

  /* sp[i..n-1] + beta^(n-i) is twice the root while rows are computed. */
  mp_ptr dp = sp + n - 2, wp = np + 2 * (n - 2);
  const mp_limb_t high = c << HIGH_BIT | r >> 1;
  mp_limb_t q = COMBA_LIMB_MAX, rest;
  if (likely (high < s))
    q = comba_divide_limbs (high, r << HIGH_BIT | wp[1] >> 1, s, &rest);
  dp[0] = q;
  dp[1] = 2 * s;
  c = finish_row (wp, dp, 1, q, r - q - subtract_row (k, wp, dp, 2, q));
  if (n > 2)
    {
      struct comba_pair d = { .high = s, .low = dp[1] << HIGH_BIT | dp[0] >> 1 };
      const mp_limb_t inverse = comba_inverse_3by2 (d.high, d.low);
      for (mp_size_t j = 2; j < n; j++)
        {
          dp--, wp -= 2;
          struct comba_pair u = { .high = c << HIGH_BIT | wp[j + 1] >> 1, .low = wp[j + 1] << HIGH_BIT | wp[j] >> 1 };
          q = COMBA_LIMB_MAX;
          if (likely (comba_pair_below (u, d)))
            q = comba_quotient_3by2 (&u, wp[j] << HIGH_BIT | wp[j - 1] >> 1, d, inverse);
          dp[0] = q;
          const mp_limb_t top = wp[j + 1] - q - subtract_row (k, wp, dp, j + 1, q);
          c = finish_row (wp, dp, j, q, top);
        }
    }
  comba_rshift (sp, sp, n, 1);
  sp[n - 1] |= (mp_limb_t) 1 << HIGH_BIT;
  return c;
}
