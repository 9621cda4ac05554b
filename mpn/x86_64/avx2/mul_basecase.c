/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication, any size; the contract is that of comba_mul_basecase_fn (kernels.h).  In digits, by strips
   of mul_by.S, or, where a is little longer than b, by a codelet for n x n limbs and rows for the rest of a. */

#include "avx2.h"
#include "generic/mul_strips.h"
#include "x86_64/adx/adx.h"

/* Whether digits are faster than strips, for an >= bn, timed: from 21 x 21 limbs on, from 24 x 18, from 30 x 15, from
   53 x 12. */
static inline int
digits_pay (mp_size_t an, mp_size_t bn)
{
  return bn >= 12 && bn <= COMBA_AVX2_DIGITS_MAX && (an - 14) * (bn - 10) >= 77;
}

/* Whether a codelet for bn limbs and rows for at most nine limbs more are faster than strips, for an >= bn. */
static inline int
is_near_square (mp_size_t an, mp_size_t bn)
{
  return bn >= 11 && bn <= 20 && an - bn <= 9;
}

/* a b = a_0 b + beta^bn a_1 b, where a_0 has bn limbs and a_1 up to nine: from six on added at once, fewer row by
   row. */
static void
mul_near_square (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  static comba_mul_fixed_fn *const rows[] = {
    comba_add_mul_by_6_avx2, comba_add_mul_by_7_avx2, comba_add_mul_by_8_avx2, comba_add_mul_by_9_avx2,
  };
  comba_avx2_kernels.mul_n[bn] (rp, ap, bn, bp);
  if (an - bn >= 6)
    rows[an - bn - 6] (rp + bn, bp, bn, ap + bn);
  else
    for (mp_size_t i = bn; i < an; i++)
      rp[bn + i] = comba_addmul_1_adx (rp + i, bp, bn, ap[i]);
}

void
comba_mul_basecase_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (digits_pay (an, bn))
    comba_mul_digits_avx2 (rp, ap, an, bp, bn);
  else if (is_near_square (an, bn))
    mul_near_square (rp, ap, an, bp, bn);
  else
    comba_mul_strips (rp, ap, an, bp, bn, comba_avx2_kernels.mul_by, 9, comba_add_mul_by_9_avx2);
}
