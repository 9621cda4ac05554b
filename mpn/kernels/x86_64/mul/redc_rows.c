/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Rows of Montgomery's reduction, in as few strips of up to eight rows as possible, nearly
   equal, narrower ones first.  The contract is that of comba_redc_rows_fn (dispatch/config.h),
   for any n >= rows. */

#include "kernels/x86_64/mul/mulq.h"

#define X(w) [w] = comba_redc_strip_##w##_mulq,
static comba_redc_rows_fn *const strips[] = { COMBA_MULQ_TO_8 (X) };
#undef X

void
comba_redc_rows_mulq (mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu, mp_size_t rows)
{
  ASSERT (n >= rows && rows >= 1);
  if (rows <= 8)
    {
      strips[rows] (tp, pp, n, mu, rows);
      return;
    }
  for (mp_size_t left = (rows + 7) / 8; left > 0; left--)
    {
      const mp_size_t w = rows / left;
      strips[w] (tp, pp, n, mu, w);
      tp += w;
      rows -= w;
    }
}
