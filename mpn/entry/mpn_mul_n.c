/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_mul_n */

#include "mul/ladder.h"
#include "mul/mul.h"
#include "mul/paths/paths.h"
#include "diag/diag.h"

/* Sizes without a kernel of their own, and every size while calls are counted. */
static void COMBA_ALIGN_STACK __attribute__ ((noinline))
mul_n_other (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, const struct comba_config *k)
{
  k = comba_counted (k, COMBA_ENTRY_MUL_N, n);
  if (comba_kernel_mul (k, rp, ap, n, bp, n))
    return;
  k = comba_tested (k, n);
  if (likely (comba_threads_allowed () == 1) || !comba_parallel_mul (k, rp, ap, n, bp, n))
    comba_mul_n (k, rp, ap, bp, n);
}

/* rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]
   n >= 1.  rp overlaps neither source; the sources may be the same or overlap.
   Scratch: none for basecase sizes, else comba_scratch, with tiles (mul/mul.h) if an allocation
   fails.
   Time: with one thread, constant in the operands for n < thresholds.mul_toom22 and
   n < thresholds.mul_ntt; above, values may decide branches.
   As GMP's mpn_mul_n. */
COMBA_EXPORT_ANY_STACK void
mpn_mul_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  const struct comba_config *k = comba_entry ();
  if (!comba_ladder_mul_n (k, rp, ap, bp, n))
    mul_n_other (rp, ap, bp, n, k);
}
