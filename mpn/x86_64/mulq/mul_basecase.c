/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication, any size: eight limbs of b at a time, after what is left over.
   The contract is that of comba_mul_basecase_fn (kernels.h). */

#include "mulq.h"

void
comba_mul_basecase_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  mp_size_t first = (bn - 1) % 8 + 1;
  comba_mulq_kernels.mul_by[first] (rp, ap, an, bp);
  for (mp_size_t i = first; i < bn; i += 8)
    comba_add_mul_by_8_mulq (rp + i, ap, an, bp + i);
}
