/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication, any size; the contract is that of comba_mul_basecase_fn (kernels.h).  From FROM limbs on in
   digits, below and above by strips of mul_by.S. */

#include "avx2.h"
#include "generic/mul_strips.h"

/* Limbs of the shorter operand. */
enum { FROM = 28 };

void
comba_mul_basecase_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (bn < FROM || bn > COMBA_AVX2_DIGITS_MAX)
    comba_mul_strips (rp, ap, an, bp, bn, comba_avx2_kernels.mul_by, 9, comba_add_mul_by_9_avx2);
  else
    comba_mul_digits_avx2 (rp, ap, an, bp, bn);
}
