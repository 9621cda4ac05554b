/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of nearly square shape: the kernel for n x n limbs, then rows for the longer part of
   a.  For the basecases that take kernels tuned for Zen 3. */

#ifndef COMBA_KERNELS_X86_64_ADX_MUL_NEAR_SQUARE_H
#define COMBA_KERNELS_X86_64_ADX_MUL_NEAR_SQUARE_H

#include "kernels/x86_64/adx/adx.h"

/* Whether that is faster than strips, for an >= bn, where kernels exist for up to MAX limbs: 11
   <= bn <= max, and a at most nine limbs longer.  (Up to 10 limbs are a strip of nine, and one.) */
static inline int
comba_is_near_square (mp_size_t an, mp_size_t bn, mp_size_t max)
{
  return bn >= 11 && bn <= max && an - bn <= 9;
}

/* rp[0..an+bn-1] = a b = a_0 b + beta^bn a_1 b, where a_0 has bn limbs and a_1 at most nine: six
   or more are added at once, fewer row by row.  Otherwise as comba_mul_basecase_fn. */
static ALWAYS_INLINE void
comba_mul_near_square (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                       comba_mul_fixed_fn *const *mul_n)
{
  static comba_mul_fixed_fn *const rows[] = {
    comba_add_mul_by_6_ahead_adx, comba_add_mul_by_7_ahead_adx, comba_add_mul_by_8_ahead_adx, comba_add_mul_by_9_ahead_adx,
  };
  mul_n[bn] (rp, ap, bn, bp);
  if (an - bn >= 6)
    rows[an - bn - 6] (rp + bn, bp, bn, ap + bn);
  else
    for (mp_size_t i = bn; i < an; i++)
      rp[bn + i] = comba_addmul_1_adx (rp + i, bp, bn, ap[i]);
}

#endif
