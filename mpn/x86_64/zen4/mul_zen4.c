/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of any size; the contract is that of comba_mul_basecase_fn (kernels.h).  By few limbs avx2's scalar kernels,
   which have mulx's pace on Zen 4 too, are faster for longer than adx's; then the vectors of ifma. */

#include "zen4.h"
#include "x86_64/avx2/avx2.h"
#include "x86_64/ifma/ifma.h"

/* From how many limbs of a on a product by so many limbs is faster by vectors, not below where ifma has them. */
enum { FEW = 8 };
static const mp_size_t vectors_from[FEW + 1] = {
  [1] = COMBA_NEVER, COMBA_NEVER, COMBA_NEVER, 32, 23, 17, 20, 15,
};

void
comba_mul_zen4 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (bn <= FEW && an < vectors_from[bn])
    comba_avx2_kernels.mul_by[bn] (rp, ap, an, bp);
  else
    comba_mul_ifma (rp, ap, an, bp, bn);
}

#define DEFINE(n)                                                                   \
  mp_limb_t                                                                         \
  comba_mul_by_##n##_zen4 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)     \
  {                                                                                 \
    return (an < vectors_from[n] ? comba_mul_by_##n##_avx2                          \
            : comba_mul_by_##n##_ifma) (rp, ap, an, bp);                            \
  }
COMBA_ZEN4_MUL_BY (DEFINE)
#undef DEFINE
