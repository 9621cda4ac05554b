/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring, any size.  The contract is that of comba_sqr_basecase_fn (dispatch/config.h). */

#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/adx/adx.h"
#include "config/list.h"

void
comba_sqr_basecase_adx_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  if (n <= comba_config_zen3.sqr_n_max)
    comba_config_zen3.sqr_n[n] (rp, ap);
  else if (n <= COMBA_AVX2_DIGITS_MAX)
    comba_sqr_digits_avx2 (rp, ap, n);
  else
    comba_sqr_strips_adx (rp, ap, n);
}
