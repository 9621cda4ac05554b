/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_mul */

#include "mul/ladder.h"
#include "mul/mul.h"
#include "mul/paths/paths.h"
#include "diag/diag.h"

/* Sizes without a kernel of their own, and every size while calls are counted. */
static mp_limb_t COMBA_ALIGN_STACK __attribute__ ((noinline))
mul_other (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
           const struct comba_config *k)
{
  k = comba_counted (k, COMBA_ENTRY_MUL, bn);
  int square = ap == bp && an == bn;
  if (square ? comba_kernel_sqr (k, rp, ap, an) : comba_kernel_mul (k, rp, ap, an, bp, bn))
    return rp[an + bn - 1];
  const int alone = likely (comba_threads_allowed () == 1);
  k = comba_tested (k, alone && bn < COMBA_PRODUCT_NTT_MIN ? bn : an);
  if (!alone
      && (square ? comba_parallel_sqr (k, rp, ap, an) : comba_parallel_mul (k, rp, ap, an, bp, bn)))
    return rp[an + bn - 1];
  if (square)
    comba_sqr (k, rp, ap, an);
  else if (comba_is_short (k, an))
    k->mul_basecase (rp, ap, an, bp, bn);
  else
    comba_mul (k, rp, ap, an, bp, bn);
  return rp[an + bn - 1];
}

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
   an >= bn >= 1.  rp overlaps neither source; the sources may be the same or overlap.
   Scratch: none for basecase sizes, else comba_scratch, with tiles (mul/mul.h) if an allocation
   fails.
   Returns the top limb, rp[an+bn-1].
   Time: with one thread, constant in the operands for any an and
   bn < min (mul_toom22, mul_ntt, mul_ntt_by) of the thresholds; above, values may decide branches.
   A product of the same pointers and sizes is a square, with the time of mpn_sqr.
   As GMP's mpn_mul. */
COMBA_EXPORT_ANY_STACK mp_limb_t
mpn_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = comba_entry ();
  mp_limb_t top;
  if (comba_ladder_mul (k, &top, rp, ap, an, bp, bn))
    return top;
  return mul_other (rp, ap, an, bp, bn, k);
}
