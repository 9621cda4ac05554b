/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication, any size; the contract is that of comba_mul_basecase_fn (kernels.h).  In digits, or by strips of
   five limbs. */

#include "fma.h"
#include "x86_64/avx2/avx2.h"
#include "generic/mul_strips.h"

/* Cycles are about 1.45 an bn in strips; 250 + 3.5 (an + bn) + 0.62 an bn in digits, but for b of few digits,
   of which more is lost at the ends of vectors. */
static inline int
digits_pay (mp_size_t an, mp_size_t bn)
{
  return bn >= 11 && bn <= COMBA_AVX2_DIGITS_MAX && (an - 4) * (bn - 4) >= 326;
}

void
comba_mul_basecase_fma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (digits_pay (an, bn))
    comba_mul_digits_avx2 (rp, ap, an, bp, bn);
  else
    comba_mul_strips (rp, ap, an, bp, bn, comba_fma_kernels.mul_by, 5, comba_add_mul_by_5_fma);
}
