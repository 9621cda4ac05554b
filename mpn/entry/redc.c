/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_redc_1: rp[0..n-1] + beta^n r = (tp[0..2n-1] + q P) / beta^n, P = pp[0..n-1] odd, mu = -1/P mod beta,
   with the q < beta^n that makes it whole; returns r, 0 or 1.
   n >= 1; t is used up; rp overlaps neither t nor P.  No scratch.  Time depends on n alone: mpn_sec_powm
   (mpz_powm_sec) calls it with secrets.
   mpn_redc_2: the same with -1/P mod beta^2, of which the low limb is mu.

   gmp.h does not declare them.  P. L. Montgomery, Modular multiplication without trial division, 1985. */

#include "generic/generic.h"
#include "diag/diag.h"

mp_limb_t __gmpn_redc_1 (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu);
mp_limb_t __gmpn_redc_2 (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_srcptr mup);

static mp_limb_t
redc (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu)
{
  const struct comba_kernels *k = comba_tested (comba_counted (comba_entry (), COMBA_ENTRY_REDC, n));
  if (k->redc_rows != NULL && n >= COMBA_REDC_ROWS_MIN)
    k->redc_rows (tp, pp, n, mu, n);
  else
    for (mp_size_t i = 0; i < n; i++)
      tp[i] = k->by_limb.addmul_1 (tp + i, pp, n, tp[i] * mu);
  return comba_add_n (rp, tp, tp + n, n);
}

COMBA_EXPORT_WEAK mp_limb_t
__gmpn_redc_1 (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu)
{
  return redc (rp, tp, pp, n, mu);
}

COMBA_EXPORT_WEAK mp_limb_t
__gmpn_redc_2 (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_srcptr mup)
{
  return redc (rp, tp, pp, n, mup[0]);
}
