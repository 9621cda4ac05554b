/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication, any size; the contract is that of comba_mul_basecase_fn (dispatch/config.h).  In digits, by strips
   of kernels/x86_64/adx/mul_by_ahead.S, or, where a is little longer than b, by a codelet for n x n limbs and rows for the rest of a. */

#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/adx/mul_near_square.h"
#include "kernels/portable/mul_strips_tpl.h"
#include "config/list.h"

/* Whether digits pay, for an >= bn, timed: from 26 x 23 limbs on, from 30 x 20, from 40 x 16, from 89 x 12.  They are faster
   than strips from 21 x 21 limbs on, from 24 x 18, from 30 x 15, from 53 x 12; but where Zen 3 had no wide doubles to
   multiply for some milliseconds it takes another before it does so at full speed, at first half as long again, and what
   else runs on the core takes more from them than from strips. */
static inline int
digits_pay (mp_size_t an, mp_size_t bn)
{
  return bn >= 12 && bn <= COMBA_AVX2_DIGITS_MAX && (an - 14) * (bn - 10) >= 150;
}

void
comba_mul_basecase_adx_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (digits_pay (an, bn))
    comba_mul_digits_avx2 (rp, ap, an, bp, bn);
  else if (comba_is_near_square (an, bn, 25))
    comba_mul_near_square (rp, ap, an, bp, bn, comba_config_zen3.mul_n);
  else
    comba_mul_strips (rp, ap, an, bp, bn, comba_config_zen3.mul_by, 9, comba_add_mul_by_9_ahead_adx);
}
