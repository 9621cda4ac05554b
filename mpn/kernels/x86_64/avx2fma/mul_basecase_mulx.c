/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication, any size; the contract is that of comba_mul_basecase_fn (dispatch/config.h).  In digits, or by strips of
   five limbs. */

#include "kernels/x86_64/mulx/mulx.h"
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/portable/mul_strips_tpl.h"
#include "config/list.h"

/* Whether digits are faster, for an >= bn, timed: from 14 x 14 limbs on, from 16 x 11, from 34 x 8. */
static inline int
digits_pay (mp_size_t an, mp_size_t bn)
{
  return bn >= 8 && bn <= COMBA_AVX2_DIGITS_MAX && (an - 10) * (bn - 7) >= 24;
}

void
comba_mul_basecase_mulx_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (digits_pay (an, bn))
    comba_mul_digits_avx2 (rp, ap, an, bp, bn);
  else
    comba_mul_strips (rp, ap, an, bp, bn, comba_config_haswell.mul_by, 5, comba_add_mul_by_5_mulx);
}
