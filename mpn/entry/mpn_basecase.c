/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_mul_basecase: rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1], an >= bn >= 1; the sources may overlap.
   mpn_sqr_basecase: rp[0..2n-1] = ap[0..n-1]^2, n >= 1.
   rp overlaps no source.  No scratch, bounded stack, one thread.  Time depends on the sizes alone, at every size:
   mpn_sec_mul, mpn_sec_sqr and mpn_sec_powm (mpz_powm_sec) call these with secrets.

   gmp.h does not declare them. */

#include "diag/diag.h"
#include "entry/by_size.h"
#include "entry/two_limbs.h"
#include "entry/undeclared.h"

/* Sizes without a kernel of their own; all sizes while calls are counted. */
static void __attribute__ ((noinline))
mul_other (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, const struct comba_config *k)
{
  k = comba_counted (k, COMBA_ENTRY_MUL_BASECASE, bn);
  if (an == bn && bn <= k->mul_n_max)
    k->mul_n[bn] (rp, ap, an, bp);
  else if (bn <= k->mul_by_max && an <= k->mul_by_an_max)
    k->mul_by[bn] (rp, ap, an, bp);
  else
    comba_tested (k)->mul_basecase (rp, ap, an, bp, bn);
}

static void __attribute__ ((noinline))
sqr_other (mp_ptr rp, mp_srcptr ap, mp_size_t n, const struct comba_config *k)
{
  k = comba_counted (k, COMBA_ENTRY_SQR_BASECASE, n);
  if (n <= k->sqr_n_max)
    k->sqr_n[n] (rp, ap);
  else
    comba_tested (k)->sqr_basecase (rp, ap, n);
}

#define MUL_N(n) (void) k->mul_n[n] (rp, ap, an, bp)
#define SQR_N(n) (void) k->sqr_n[n] (rp, ap)

COMBA_EXPORT_WEAK void
__gmpn_mul_basecase (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = comba_entry ();
  if (an == bn && bn <= k->own_jumps)
    COMBA_BY_SIZE (bn, comba_mul_limbs (rp, *ap, *bp), (void) COMBA_TWO_LIMBS (rp, ap, bp, MUL_N), MUL_N);
  else if (an == bn && bn <= k->mul_n_max)
    MUL_N (bn);
  else
    mul_other (rp, ap, an, bp, bn, k);
}

COMBA_EXPORT_WEAK void
__gmpn_sqr_basecase (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  const struct comba_config *k = comba_entry ();
  if (n <= k->own_jumps)
    COMBA_BY_SIZE (n, comba_mul_limbs (rp, *ap, *ap), (void) COMBA_TWO_LIMBS (rp, ap, ap, SQR_N), SQR_N);
  else if (n <= k->sqr_n_max)
    SQR_N (n);
  else
    sqr_other (rp, ap, n, k);
}
