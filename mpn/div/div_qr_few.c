/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by 3 to 8 limbs: straight code for each size.  Operands are shifted as they are read.
   The partial remainder is in registers as far as there are enough. */

#include "div/div.h"
#include "div/one_limb.h"
#include "div/quotient_3by2.h"
#include "arith/unroll.h"

/* Limb i of N 2^s. */
static ALWAYS_INLINE mp_limb_t
shifted_limb (mp_srcptr np, mp_size_t i, int s)
{
  return np[i] << s | (i == 0 ? 0 : np[i - 1] >> 1 >> (GMP_LIMB_BITS - 1 - s));
}

/* u beta^(n-2) + r[0..n-3] is below D = d beta^(n-2) + dp[0..n-3].  It becomes the remainder of
   itself times beta plus x; returns the quotient. */
static ALWAYS_INLINE mp_limb_t
row (struct comba_pair *u, mp_limb_t *r, mp_limb_t x, struct comba_pair d, const mp_limb_t *dp, mp_size_t n,
     mp_limb_t inverse)
{
  mp_limb_t q, top = 0, borrow = 0;
  if (likely (u->high < d.high || u->low < d.low))
    q = comba_quotient_3by2 (u, r[n - 3], d, inverse);
  else
    {
      /* u = d: the highest quotient limb is beta - 1, or less by one unit. */
      q = COMBA_LIMB_MAX;
      *u = comba_pair_add_limb (d, r[n - 3]);
      top = u->high < d.high;
    }
UNROLL
  for (mp_size_t i = 0; i < n - 2; i++)
    {
      const struct comba_pair t = comba_pair_add_limb (comba_pair_product (q, dp[i]), borrow);
      const mp_limb_t limb = x, next = r[i];
      borrow = t.high + (limb < t.low);
      r[i] = limb - t.low;
      x = next;
    }
  const struct comba_pair v = comba_pair_sub (*u, (struct comba_pair) { .low = borrow });
  top -= v.high > u->high;
  *u = v;
  if (unlikely (top != 0))      /* q is too large by one unit */
    {
      mp_limb_t carry = 0;
      for (mp_size_t i = 0; i < n - 2; i++)
        {
          const comba_dlimb t = (comba_dlimb) r[i] + dp[i] + carry;
          r[i] = (mp_limb_t) t, carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
        }
      *u = comba_pair_add_limb (comba_pair_add (*u, d), carry);
      q--;
    }
  return q;
}

static ALWAYS_INLINE void
divide (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t n)
{
  const int s = comba_leading_zeros (dp[n - 1]);
  mp_limb_t low[COMBA_DIV_FEW], r[COMBA_DIV_FEW];
  const struct comba_pair d = { .high = shifted_limb (dp, n - 1, s), .low = shifted_limb (dp, n - 2, s) };
  const mp_limb_t inverse = comba_inverse_3by2 (d.high, d.low);
UNROLL
  for (mp_size_t i = 0; i < n - 2; i++)
    low[i] = shifted_limb (dp, i, s);

  /* The n highest limbs of N 2^s are below D, even without the overflow of the shift if N's highest
     limb is below D's. */
  mp_size_t rows = nn - n + 1;
  struct comba_pair u = { .high = np[nn - 1] >> 1 >> (GMP_LIMB_BITS - 1 - s) };
  if (np[nn - 1] < dp[n - 1])
    {
      qp[--rows] = 0;
      u.high = shifted_limb (np, nn - 1, s);
    }
  u.low = shifted_limb (np, rows + n - 2, s);
UNROLL
  for (mp_size_t i = 0; i < n - 2; i++)
    r[i] = shifted_limb (np, rows + i, s);
  while (rows-- > 0)
    qp[rows] = row (&u, r, shifted_limb (np, rows, s), d, low, n, inverse);

  r[n - 2] = u.low, r[n - 1] = u.high;
UNROLL
  for (mp_size_t i = 0; i < n - 1; i++)
    rp[i] = r[i] >> s | r[i + 1] << 1 << (GMP_LIMB_BITS - 1 - s);
  rp[n - 1] = u.high >> s;
}

#define FEW(n)                                                                                  \
  static void __attribute__ ((noinline))                                                        \
  by_##n (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp)                       \
  {                                                                                             \
    divide (qp, rp, np, nn, dp, n);                                                             \
  }
FEW (3)
FEW (4)
FEW (5)
FEW (6)
FEW (7)
FEW (8)

void
comba_div_qr_few (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn)
{
  ASSERT (nn >= dn && dn >= 3 && dn <= COMBA_DIV_FEW && dp[dn - 1] != 0);
  static void (*const by[]) (mp_ptr, mp_ptr, mp_srcptr, mp_size_t, mp_srcptr)
    = { by_3, by_4, by_5, by_6, by_7, by_8 };
  by[dn - 3] (qp, rp, np, nn, dp);
}
