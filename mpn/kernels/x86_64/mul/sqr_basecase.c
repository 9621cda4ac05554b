/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring of any size: strips of eight limbs, after a first strip of 1 to 8.  The contract is
   that of comba_sqr_basecase_fn (dispatch/config.h). */

#include "kernels/x86_64/mul/mulq.h"

#define X(w) [w] = comba_sqr_strip_##w##_mulq,
static comba_sqr_strip_fn *const first_strip[] = { COMBA_MULQ_TO_8 (X) };
#undef X
static comba_sqr_fixed_fn *const sqr_n[] = { COMBA_MULQ_SQR_N (COMBA_MULQ_SQR_N_ROW) };

void
comba_sqr_basecase_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  if (n < (mp_size_t) (sizeof sqr_n / sizeof sqr_n[0]))
    {
      sqr_n[n] (rp, ap);
      return;
    }
  mp_size_t w = (n - 1) % 8 + 1;
  first_strip[w] (rp, ap, n);
  for (;;)
    {
      rp += 2 * w, ap += w, n -= w;
      w = 8;
      if (n == 8)
        break;
      comba_sqr_add_strip_8_mulq (rp, ap, n);
    }
  comba_sqr_add_8_mulq (rp, ap);
}
