/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring of any size.  The contract is that of comba_sqr_basecase_fn (dispatch/config.h). */

#include "kernels/x86_64/adx/adx.h"

static comba_sqr_fixed_fn *const sqr_n[] = {
  COMBA_ADX_SQR_N (COMBA_ADX_SQR_N_ROW) COMBA_ADX_MEMORY_ROWS_SQR_N (COMBA_ADX_MEMORY_ROWS_SQR_N_ROW)
};

void
comba_sqr_basecase_memory_rows_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  if (n < (mp_size_t) (sizeof sqr_n / sizeof sqr_n[0]))
    sqr_n[n] (rp, ap);
  else
    comba_sqr_strips_adx (rp, ap, n);
}
