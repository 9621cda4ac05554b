/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The evaluation in the point -1.  The contract is in toom.h. */

#include "mul/toom/toom.h"
#include "arith/arith.h"
#include <string.h>

/* Fewer limbs are not worth a call. */
#define COPY_MIN 8

int
comba_toom2_abs_difference (const struct comba_config *k, mp_ptr rp, mp_srcptr x0,
                            mp_size_t h, mp_srcptr x1, mp_size_t xn)
{
  mp_size_t high = h;
  while (high > xn && x0[high - 1] == 0)
    rp[--high] = 0;
  if (high == xn && comba_cmp_var (x0, x1, xn) < 0)
    {
      k->toom->sub_n (rp, x1, x0, xn);
      return 1;
    }
  mp_limb_t borrow = k->toom->sub_n (rp, x0, x1, xn);
  mp_size_t i = xn;
  for (; i < high && (borrow != 0 || high - i < COPY_MIN); i++)
    {
      rp[i] = x0[i] - borrow;
      borrow = x0[i] < borrow;
    }
  if (i < high)
    memcpy (rp + i, x0 + i, (size_t) (high - i) * sizeof (mp_limb_t));
  ASSERT (borrow == 0);
  return 0;
}
