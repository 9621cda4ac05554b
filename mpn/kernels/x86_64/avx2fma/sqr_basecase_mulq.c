/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring, any size; the contract is that of comba_sqr_basecase_fn (dispatch/config.h).  In digits where mulq's kernels for
   fixed sizes end. */

#include "kernels/x86_64/mulx/mulx.h"
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/mul/mulq.h"
#include "config/list.h"

void
comba_sqr_basecase_mulq_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (n > comba_config_haswell.sqr_n_max && n <= COMBA_AVX2_DIGITS_MAX)
    comba_sqr_digits_avx2 (rp, ap, n);
  else
    comba_sqr_basecase_mulq (rp, ap, n);
}
