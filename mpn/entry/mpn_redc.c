/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_redc_1, mpn_redc_2.  gmp.h does not declare them.

   mpn_sec_powm (mpz_powm_sec) calls them with secrets. */

#include "diag/diag.h"
#include "entry/undeclared.h"
#include "residue/redc.h"

static mp_limb_t __attribute__ ((noinline))
redc_rows (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu, const struct comba_config *k)
{
  return comba_redc_rows (comba_tested (comba_counted (k, COMBA_ENTRY_REDC, n), 1), rp, tp, pp, n, mu);
}

static ALWAYS_INLINE mp_limb_t
redc (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu)
{
  const struct comba_config *k = comba_entry ();
  switch (k->stub == COMBA_SERVES ? n : COMBA_REDC_FEW + 1)
    {
#define X(n) case n: return comba_redc_few_##n (rp, tp, pp, mu);
      COMBA_REDC_FEW_SIZES (X)
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
