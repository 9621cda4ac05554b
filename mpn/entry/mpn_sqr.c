/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_sqr */

#include "mul/ladder.h"
#include "mul/mul.h"
#include "mul/paths/paths.h"
#include "diag/diag.h"

/* Sizes without a kernel of their own, and every size while calls are counted. */
static void COMBA_ALIGN_STACK __attribute__ ((noinline))
sqr_other (mp_ptr rp, mp_srcptr ap, mp_size_t n, const struct comba_config *k)
{
  k = comba_counted (k, COMBA_ENTRY_SQR, n);
  if (comba_kernel_sqr (k, rp, ap, n))
    return;
  k = comba_tested (k, n);
  if (likely (comba_threads_allowed () == 1) || !comba_parallel_sqr (k, rp, ap, n))
    comba_sqr (k, rp, ap, n);
}

/* rp[0..2n-1] = ap[0..n-1]^2
   n >= 1.  rp does not overlap ap.
   Scratch: none for basecase sizes, else comba_scratch, with tiles (mul/mul.h) if an allocation
   fails.
   Time: with one thread, constant in the operand for n < thresholds.sqr_toom2; above, values may
   decide branches.
   As GMP's mpn_sqr. */
COMBA_EXPORT_ANY_STACK void
mpn_sqr (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  const struct comba_config *k = comba_entry ();
  if (!comba_ladder_sqr (k, rp, ap, n))
    sqr_other (rp, ap, n, k);
}
