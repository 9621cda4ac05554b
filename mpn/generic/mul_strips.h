/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication, any size: eight limbs of b at a time, after what is left over; for the
   basecases of kernel sets that have kernels for so many. */

#ifndef COMBA_MUL_STRIPS_H
#define COMBA_MUL_STRIPS_H

#include "kernels.h"

/* The contract is that of comba_mul_basecase_fn; mul_by[1..8] as in struct comba_kernels, and the one
   of add_mul_by[] for eight. */
static ALWAYS_INLINE void
comba_mul_strips (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                  comba_mul_fixed_fn *const *mul_by, comba_mul_fixed_fn *add_mul_by_8)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  mp_size_t first = (bn - 1) % 8 + 1;
  mul_by[first] (rp, ap, an, bp);
  for (mp_size_t i = first; i < bn; i += 8)
    add_mul_by_8 (rp + i, ap, an, bp + i);
}

#endif
