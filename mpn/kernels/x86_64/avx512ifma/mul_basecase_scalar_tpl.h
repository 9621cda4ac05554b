/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication of any size: scalar while a is short, then on vectors.  The including file defines

     KERNEL (name)      the name of a function: comba_mul_by_4_..._ifma for mul_by_4
     VECTORS_FROM       [n]: the limbs of a from which a product by n limbs is faster on vectors
     by_vectors         a comba_mul_rows_fn for the others

   The contracts are those of comba_mul_rows_fn, comba_mul_basecase_fn and comba_mul_fixed_fn
   (dispatch/config.h). */

#include "kernels/x86_64/adx/adx.h"

static comba_mul_fixed_fn *const scalar[] = { COMBA_ADX_AHEAD_MUL_BY (COMBA_ADX_AHEAD_MUL_BY_ROW) };
static const mp_size_t vectors_from[] = VECTORS_FROM;
enum { FEW = sizeof vectors_from / sizeof vectors_from[0] - 1 };

mp_limb_t
KERNEL (mul_unequal) (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (bn <= FEW && an < vectors_from[bn])
    return scalar[bn] (rp, ap, an, bp);
  return by_vectors (rp, ap, an, bp, bn);
}

void
KERNEL (mul_basecase) (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  KERNEL (mul_unequal) (rp, ap, an, bp, bn);
}

#define DEFINE(n)                                                               \
  mp_limb_t                                                                     \
  KERNEL (mul_by_##n) (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)     \
  {                                                                             \
    if (an < vectors_from[n])                                                   \
      return scalar[n] (rp, ap, an, bp);                                        \
    return by_vectors (rp, ap, an, bp, n);                                      \
  }
COMBA_IFMA_MUL_BY (DEFINE)
#undef DEFINE
