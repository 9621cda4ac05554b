/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication, any size; the contract is that of comba_mul_basecase_fn (kernels.h).  In digits, or by strips
   of mul_by.S. */

#include "avx2.h"
#include "generic/mul_strips.h"

/* Whether digits are faster, for an >= bn: from 33 x 32 limbs on, from 50 x 24, from 84 x 20. */
static inline int
digits_pay (mp_size_t an, mp_size_t bn)
{
  return bn > 16 && bn <= COMBA_AVX2_DIGITS_MAX && (an - 16) * (bn - 16) >= 270;
}

void
comba_mul_basecase_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (digits_pay (an, bn))
    comba_mul_digits_avx2 (rp, ap, an, bp, bn);
  else
    comba_mul_strips (rp, ap, an, bp, bn, comba_avx2_kernels.mul_by, 9, comba_add_mul_by_9_avx2);
}
