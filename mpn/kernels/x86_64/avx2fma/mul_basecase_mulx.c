/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication of any size, by strips of five limbs.  The contract is that of
   comba_mul_basecase_fn (dispatch/config.h). */

#include "kernels/x86_64/mulx/mulx.h"
#include "kernels/x86_64/adx/adx.h"
#include "kernels/x86_64/mul/mulq.h"
#include "kernels/portable/mul_strips_tpl.h"

static comba_mul_fixed_fn *const mul_by[] = {
  COMBA_ADX_MUL_BY_ROW (1) COMBA_MULQ_MUL_BY_ROW (2) COMBA_MULX_MUL_BY (COMBA_MULX_MUL_BY_ROW)
};

void
comba_mul_basecase_mulx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_mul_strips (rp, ap, an, bp, bn, mul_by, 5, comba_add_mul_by_5_mulx);
}
