/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication and squaring of any size, by rows whose sums stay in registers.  The contracts
   are those of comba_mul_basecase_fn and comba_sqr_basecase_fn (dispatch/config.h). */

#include "kernels/x86_64/adx/adx.h"
#include "kernels/portable/mul_strips_tpl.h"
#include "kernels/x86_64/adx/mul_near_square.h"

static comba_mul_fixed_fn *const mul_n[] = {
  COMBA_ADX_TO_4 (COMBA_ADX_MUL_N_ROW) COMBA_ADX_REGISTER_ROWS_MUL_N (COMBA_ADX_REGISTER_ROWS_MUL_N_ROW)
};
static comba_mul_fixed_fn *const mul_by[] = { COMBA_ADX_AHEAD_MUL_BY (COMBA_ADX_AHEAD_MUL_BY_ROW) };
static comba_sqr_fixed_fn *const sqr_n[] = {
  COMBA_ADX_TO_12 (COMBA_ADX_SQR_N_ROW) COMBA_ADX_REGISTER_ROWS_SQR_N (COMBA_ADX_REGISTER_ROWS_SQR_N_ROW)
};

void
comba_mul_basecase_register_rows_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (comba_is_near_square (an, bn, sizeof mul_n / sizeof mul_n[0] - 1))
    comba_mul_near_square (rp, ap, an, bp, bn, mul_n);
  else
    comba_mul_strips (rp, ap, an, bp, bn, mul_by, 9, comba_add_mul_by_9_ahead_adx);
}

void
comba_sqr_basecase_register_rows_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  if (n < (mp_size_t) (sizeof sqr_n / sizeof sqr_n[0]))
    sqr_n[n] (rp, ap);
  else
    comba_sqr_strips_adx (rp, ap, n);
}
