/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_mul_basecase, mpn_sqr_basecase.  gmp.h does not declare them.

   mpn_sec_mul, mpn_sec_sqr and mpn_sec_powm (mpz_powm_sec) call them with secrets. */

#include "mul/ladder.h"
#include "diag/diag.h"
#include "entry/undeclared.h"

/* Sizes without a kernel of their own, and every size while calls are counted. */
static void __attribute__ ((noinline))
mul_other (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, const struct comba_config *k)
{
  k = comba_counted (k, COMBA_ENTRY_MUL_BASECASE, bn);
  if (!comba_kernel_mul (k, rp, ap, an, bp, bn))
    comba_mul_basecase (comba_tested (k, 1), rp, ap, an, bp, bn);
}

static void __attribute__ ((noinline))
sqr_other (mp_ptr rp, mp_srcptr ap, mp_size_t n, const struct comba_config *k)
{
  k = comba_counted (k, COMBA_ENTRY_SQR_BASECASE, n);
  if (!comba_kernel_sqr (k, rp, ap, n))
    comba_sqr_basecase (comba_tested (k, 1), rp, ap, n);
}

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
   an >= bn >= 1.  rp overlaps neither source; the sources may be the same or overlap.
   No scratch, bounded stack, one thread.
   Time: constant in the operands at every size.
   As GMP's mpn_mul_basecase. */
COMBA_EXPORT_WEAK void
__gmpn_mul_basecase (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = comba_entry ();
  if (likely (an == bn) && likely (comba_ladder_mul_n (k, rp, ap, bp, bn)))
    return;
  mul_other (rp, ap, an, bp, bn, k);
}

/* rp[0..2n-1] = ap[0..n-1]^2
   n >= 1.  rp does not overlap ap.
   No scratch, bounded stack, one thread.
   Time: constant in the operand at every size.
   As GMP's mpn_sqr_basecase. */
COMBA_EXPORT_WEAK void
__gmpn_sqr_basecase (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  const struct comba_config *k = comba_entry ();
  if (!comba_ladder_sqr (k, rp, ap, n))
    sqr_other (rp, ap, n, k);
}

COMBA_OWN (mul_basecase);
COMBA_OWN (sqr_basecase);
