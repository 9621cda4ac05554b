/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; returns the top limb, rp[an+bn-1].
   an >= bn >= 1; rp overlaps neither source; the sources may be the same or overlap.
   At basecase sizes time depends on an and bn alone. */

#include "mul/mul.h"
#include "mul/paths/paths.h"
#include "diag/diag.h"
#include "entry/by_size.h"
#include "entry/two_limbs.h"

/* Sizes without a kernel of their own; all sizes while calls are counted. */
static mp_limb_t COMBA_ALIGN_STACK __attribute__ ((noinline))
mul_other (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
           const struct comba_config *k)
{
  k = comba_counted (k, COMBA_ENTRY_MUL, bn);
  int square = ap == bp && an == bn;
  if (square && an <= k->sqr_n_max)
    return k->sqr_n[an] (rp, ap);
  /* From a gate. */
  if (unlikely (an > bn && bn <= k->mul_by_max && an <= k->mul_by_an_max))
    return k->mul_by[bn] (rp, ap, an, bp);
  if (unlikely (!square && an == bn && bn <= k->mul_n_max))
    return k->mul_n[bn] (rp, ap, an, bp);
  k = comba_tested (k);
  if (unlikely (comba_threads_allowed () > 1)
      && (square ? comba_parallel_sqr (k, rp, ap, an) : comba_parallel_mul (k, rp, ap, an, bp, bn)))
    return rp[an + bn - 1];
  if (square)
    comba_sqr (k, rp, ap, an);
  else
    comba_mul (k, rp, ap, an, bp, bn);
  return rp[an + bn - 1];
}

#define MUL_N(n) k->mul_n[n] (rp, ap, an, bp)
#define MUL_BY(n) k->mul_by[n] (rp, ap, an, bp)

COMBA_EXPORT_ANY_STACK mp_limb_t
mpn_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = comba_entry ();
  if (likely (an > bn && bn <= k->mul_by_max))
    {
      if (likely (an <= k->mul_rows_to[bn]))
        return k->mul_rows[an] (rp, ap, an, bp, bn);
      if (likely (an <= k->mul_by_an_max))
        return bn <= k->own_jumps ? COMBA_BY_SIZE (bn, MUL_BY (1), MUL_BY (2), MUL_BY) : MUL_BY (bn);
    }
  else if (an > bn && comba_is_unequal (k, an, bn))
    return k->mul_unequal (rp, ap, an, bp, bn);
  else if (an == bn && ap != bp)
    {
      if (likely (bn <= k->own_jumps))
        return COMBA_BY_SIZE (bn, MUL_N (1), COMBA_TWO_LIMBS (rp, ap, bp, MUL_N), MUL_N);
      if (bn <= k->mul_n_max)
        return bn <= COMBA_MUL_EQUAL_MAX && k->mul_equal[bn] != NULL ? k->mul_equal[bn] (rp, ap, an, bp) : MUL_N (bn);
    }
  return mul_other (rp, ap, an, bp, bn, k);
}
