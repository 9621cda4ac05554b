/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication of any size, in strips.  The contract is that of comba_mul_basecase_fn
   (dispatch/config.h). */

#include "kernels/arm64/arm64.h"
#include "kernels/portable/mul_strips_tpl.h"

static comba_mul_fixed_fn *const mul_by[] = { COMBA_ARM64_FIXED (COMBA_ARM64_MUL_BY_ROW) };

void
comba_mul_basecase_arm64 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_mul_strips (rp, ap, an, bp, bn, mul_by, 8, comba_add_mul_by_8_arm64);
}
