/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication of any size in strips of b, for basecases: first a strip of 1 to WIDEST limbs,
   then strips of WIDEST limbs. */

#ifndef COMBA_KERNELS_PORTABLE_MUL_STRIPS_TPL_H
#define COMBA_KERNELS_PORTABLE_MUL_STRIPS_TPL_H

#include "dispatch/config.h"

/* The contract is that of comba_mul_basecase_fn.  mul_by[1..widest] are kernels as in struct
   comba_config; add_mul_by_widest is that of add_mul_by[widest]. */
static ALWAYS_INLINE void
comba_mul_strips (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                  comba_mul_fixed_fn *const *mul_by, mp_size_t widest,
                  comba_mul_fixed_fn *add_mul_by_widest)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  mp_size_t first = (bn - 1) % widest + 1;
  mul_by[first] (rp, ap, an, bp);
  for (mp_size_t i = first; i < bn; i += widest)
    add_mul_by_widest (rp + i, ap, an, bp + i);
}

#endif
