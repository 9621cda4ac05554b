/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "adx.h"

void
comba_sqr_basecase_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (n <= comba_adx_kernels.sqr_n_max)
    comba_adx_kernels.sqr_n[n] (rp, ap);
  else
    comba_mul_basecase_adx (rp, ap, n, ap, n);
}
