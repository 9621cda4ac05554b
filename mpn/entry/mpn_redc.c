/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_redc_1, mpn_redc_2.  gmp.h does not declare them.

   mpn_sec_powm (mpz_powm_sec) calls them with secrets. */

#include "arith/arith.h"
#include "diag/diag.h"
#include "entry/undeclared.h"

/* N is a constant, so the whole product is in registers: each row depends on its lowest limb. */
enum { FEW = COMBA_REDC_ROWS_MIN - 1 };

static ALWAYS_INLINE mp_limb_t
redc_few (mp_ptr rp, mp_srcptr tp, mp_srcptr pp, const int n, mp_limb_t mu)
{
  mp_limb_t t[2 * FEW], carry;
#pragma GCC unroll 16
  for (int i = 0; i < 2 * n; i++)
    t[i] = tp[i];
#pragma GCC unroll 8
  for (int i = 0; i < n; i++)
    {
      const mp_limb_t q = t[i] * mu;
      carry = 0;
#pragma GCC unroll 8
      for (int j = 0; j < n; j++)
        {
          const comba_dlimb x = (comba_dlimb) q * pp[j] + t[i + j] + carry;
          t[i + j] = (mp_limb_t) x;
          carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
        }
      t[i] = carry;
    }
  carry = 0;
#pragma GCC unroll 8
  for (int i = 0; i < n; i++)
    {
      const comba_dlimb x = (comba_dlimb) t[i] + t[n + i] + carry;
      rp[i] = (mp_limb_t) x;
      carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
    }
  return carry;
}

static mp_limb_t __attribute__ ((noinline))
redc_rows (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu, const struct comba_config *k)
{
  k = comba_tested (comba_counted (k, COMBA_ENTRY_REDC, n));
  if (k->redc_rows != NULL && n >= COMBA_REDC_ROWS_MIN)
    k->redc_rows (tp, pp, n, mu, n);
  else
    for (mp_size_t i = 0; i < n; i++)
      tp[i] = k->by_limb.addmul_1[comba_by_limb_of (n)] (tp + i, pp, n, tp[i] * mu);
  return comba_add_n (rp, tp, tp + n, n);
}

/* As mpn_redc_1, for this n.  A function for each size: the smallest save no registers.  Not
   static, so that tests/ct finds them.
   Time: constant in the operands. */
#define SIZES(X) X (1) X (2) X (3) X (4) X (5) X (6) X (7)
#define X(n)                                                                           \
  mp_limb_t comba_redc_few_##n (mp_ptr rp, mp_srcptr tp, mp_srcptr pp, mp_limb_t mu);  \
  mp_limb_t __attribute__ ((noinline))                                                 \
  comba_redc_few_##n (mp_ptr rp, mp_srcptr tp, mp_srcptr pp, mp_limb_t mu)             \
  {                                                                                    \
    return redc_few (rp, tp, pp, n, mu);                                               \
  }
SIZES (X)
#undef X

_Static_assert (FEW == 7, "a case for each size below those of redc_rows");

static ALWAYS_INLINE mp_limb_t
redc (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu)
{
  const struct comba_config *k = comba_entry ();
  switch (k->stub == COMBA_SERVES ? n : FEW + 1)
    {
#define X(n) case n: return comba_redc_few_##n (rp, tp, pp, mu);
      SIZES (X)
#undef X
    default:
      return redc_rows (rp, tp, pp, n, mu, k);
    }
}

/* rp[0..n-1] + beta^n r = (T + q P) / beta^n, for T = tp[0..2n-1], P = pp[0..n-1] odd and the
   q < beta^n that makes the division exact; returns r, 0 or 1
   n >= 1, mu = -1/P mod beta.  rp is tp, tp + n, or overlaps neither T nor P.  T is overwritten.
   No scratch.
   Time: constant in the operands at every size.
   As GMP's mpn_redc_1.  P. L. Montgomery, Modular multiplication without trial division, 1985. */
COMBA_EXPORT_WEAK mp_limb_t
__gmpn_redc_1 (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu)
{
  return redc (rp, tp, pp, n, mu);
}

/* As mpn_redc_1, with mup[0..1] = -1/P mod beta^2; only mup[0] is read.
   As GMP's mpn_redc_2. */
COMBA_EXPORT_WEAK mp_limb_t
__gmpn_redc_2 (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_srcptr mup)
{
  return redc (rp, tp, pp, n, mup[0]);
}

COMBA_OWN (redc_1);
COMBA_OWN (redc_2);
