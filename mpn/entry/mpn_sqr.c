/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* rp[0..2n-1] = ap[0..n-1]^2
   n >= 1; rp does not overlap ap.
   At basecase sizes time depends on n alone. */

#include "mul/mul.h"
#include "mul/paths/paths.h"
#include "diag/diag.h"
#include "entry/by_size.h"
#include "entry/two_limbs.h"

/* Sizes without a kernel of their own; all sizes while calls are counted. */
static void COMBA_ALIGN_STACK __attribute__ ((noinline))
sqr_other (mp_ptr rp, mp_srcptr ap, mp_size_t n, const struct comba_config *k)
{
  k = comba_counted (k, COMBA_ENTRY_SQR, n);
  if (n <= k->sqr_n_max)
    {
      k->sqr_n[n] (rp, ap);
      return;
    }
  k = comba_tested (k);
  if (likely (comba_threads_allowed () == 1) || !comba_parallel_sqr (k, rp, ap, n))
    comba_sqr (k, rp, ap, n);
}

#define SQR_N(n) (void) k->sqr_n[n] (rp, ap)

COMBA_EXPORT_ANY_STACK void
mpn_sqr (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  const struct comba_config *k = comba_entry ();
  if (likely (n <= k->own_jumps))
    COMBA_BY_SIZE (n, comba_mul_limbs (rp, *ap, *ap), (void) COMBA_TWO_LIMBS (rp, ap, ap, SQR_N), SQR_N);
  else if (likely (n <= k->sqr_n_max))
    SQR_N (n);
  else
    sqr_other (rp, ap, n, k);
}
