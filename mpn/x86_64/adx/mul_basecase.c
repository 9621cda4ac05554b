/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication, any size.  The contract is that of comba_mul_basecase_fn (kernels.h). */

#include "adx.h"
#include "generic/mul_strips.h"

void
comba_mul_basecase_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_mul_strips (rp, ap, an, bp, bn, comba_adx_kernels.mul_by, 8, comba_add_mul_by_8_adx);
}
