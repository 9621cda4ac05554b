/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Rows of Montgomery's reduction.  The contract is that of comba_redc_rows_fn
   (dispatch/config.h). */

#include "kernels/x86_64/adx/adx.h"

static comba_redc_rows_fn *const whole[] = {
#define X(n) [n] = comba_redc_rows_##n##_adx,
  COMBA_ADX_REDC_ROWS (X)
#undef X
};

/* Straight code where all rows of 11 to 18 limbs are wanted. */
void
comba_redc_rows_straight_adx (mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu, mp_size_t rows)
{
  const mp_size_t length = sizeof whole / sizeof whole[0];
  if (rows == n && n >= COMBA_ADX_REDC_ROWS_MIN && n < length)
    whole[n] (tp, pp, n, mu, rows);
  else
    comba_redc_rows_adx (tp, pp, n, mu, rows);
}
