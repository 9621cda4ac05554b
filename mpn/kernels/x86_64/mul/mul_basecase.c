/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication of any size: by the kernel for n x n limbs, or in strips of up to eight limbs
   of b.  The contract is that of comba_mul_basecase_fn (dispatch/config.h). */

#include "kernels/x86_64/mul/mulq.h"
#include "kernels/portable/mul_strips_tpl.h"

static comba_mul_fixed_fn *const mul_n[] = { COMBA_MULQ_TO_23 (COMBA_MULQ_MUL_N_ROW) };
static comba_mul_fixed_fn *const mul_by[] = { COMBA_MULQ_TO_8 (COMBA_MULQ_MUL_BY_ROW) };

void
comba_mul_basecase_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (an == bn && an < (mp_size_t) (sizeof mul_n / sizeof mul_n[0]))
    {
      mul_n[an] (rp, ap, an, bp);
      return;
    }
  comba_mul_strips (rp, ap, an, bp, bn, mul_by, 8, comba_add_mul_by_8_mulq);
}
