/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Exact division from the low end (Jebelean, "An algorithm for exact division", 1993) for few limbs:
   straight code for each size.  Operands are shifted as they are read.  The partial remainder is in
   registers as far as there are enough. */

#include "div/bdiv.h"
#include "arith/limb_pair.h"
#include "arith/unroll.h"

/* clang unrolls no loop around rows of decreasing length. */
#ifdef __clang__
#undef UNROLL
#define UNROLL
#endif

/* x / 2^s, with the bits that the limb ABOVE shifts in. */
static ALWAYS_INLINE mp_limb_t
shifted_limb (mp_limb_t x, mp_limb_t above, int s)
{
  return x >> s | above << 1 << (GMP_LIMB_BITS - 1 - s);
}

/* r[0..n-2] = (R - q D) / beta for R = r[0..n-1] and D = d[0..n-1]; returns the borrow.  q makes the
   lowest limb vanish. */
static ALWAYS_INLINE mp_limb_t
row (mp_limb_t *r, const mp_limb_t *d, mp_size_t n, mp_limb_t q)
{
  mp_limb_t borrow = comba_pair_product (q, d[0]).high;
UNROLL
  for (mp_size_t i = 1; i < n; i++)
    {
      const struct comba_pair t = comba_pair_add_limb (comba_pair_product (q, d[i]), borrow);
      const mp_limb_t limb = r[i];
      borrow = t.high + (limb < t.low);
      r[i - 1] = limb - t.low;
    }
  return borrow;
}

/* The lowest qn >= n limbs of the quotient; D has n limbs, or more if qn = n. */
static ALWAYS_INLINE void
divide (mp_ptr qp, mp_srcptr np, mp_size_t qn, mp_srcptr dp, mp_size_t dn, mp_size_t n)
{
  const int s = __builtin_ctzll (dp[0]);
  mp_limb_t d[COMBA_DIVEXACT_FEW], r[COMBA_DIVEXACT_FEW];
UNROLL
  for (mp_size_t i = 0; i < n - 1; i++)
    d[i] = shifted_limb (dp[i], dp[i + 1], s);
  d[n - 1] = shifted_limb (dp[n - 1], n < dn ? dp[n] : 0, s);
  const mp_limb_t inverse = comba_inverse_limb (d[0]);
UNROLL
  for (mp_size_t i = 0; i < n; i++)
    r[i] = shifted_limb (np[i], np[i + 1], s);

  mp_limb_t less = 0;
  for (; qn > n; qn--)
    {
      np++;
      const mp_limb_t q = r[0] * inverse, borrow = row (r, d, n, q), x = shifted_limb (np[n - 1], np[n], s);
      const mp_limb_t y = x - borrow;
      *qp++ = q;
      r[n - 1] = y - less;
      less = (x < borrow) + (y < less);
    }
UNROLL
  for (mp_size_t m = n; m > 1; m--)
    {
      const mp_limb_t q = r[0] * inverse;
      *qp++ = q;
      const mp_limb_t top = r[m - 1] - q * d[m - 1];
      r[m - 2] = top - row (r, d, m - 1, q);
    }
  *qp = r[0] * inverse;
}

#define FEW(n)                                                                                  \
  static void __attribute__ ((noinline))                                                        \
  by_##n (mp_ptr qp, mp_srcptr np, mp_size_t qn, mp_srcptr dp, mp_size_t dn)                    \
  {                                                                                             \
    divide (qp, np, qn, dp, dn, n);                                                             \
  }
FEW (1)
FEW (2)
FEW (3)
FEW (4)
FEW (5)
FEW (6)
FEW (7)
FEW (8)
FEW (9)
FEW (10)
FEW (11)
FEW (12)
FEW (13)
FEW (14)
FEW (15)
FEW (16)

void
comba_divexact_few (mp_ptr qp, mp_srcptr np, mp_size_t qn, mp_srcptr dp, mp_size_t dn)
{
  const mp_size_t n = qn < dn ? qn : dn;
  ASSERT (n >= 1 && n <= COMBA_DIVEXACT_FEW && dn >= 2 && dp[0] != 0);
  static void (*const by[]) (mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t)
    = { by_1, by_2, by_3, by_4, by_5, by_6, by_7, by_8, by_9, by_10, by_11, by_12,
        by_13, by_14, by_15, by_16 };
  by[n - 1] (qp, np, qn, dp, dn);
}
