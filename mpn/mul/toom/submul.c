/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* x - c y for two numbers at once.  The contract is in toom.h. */

#include "mul/toom/toom.h"

void
comba_toom_submul (mp_ptr x, mp_srcptr y, mp_size_t n, mp_limb_t c)
{
  mp_limb_t borrow0 = 0, borrow1 = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb t0 = (comba_dlimb) c * y[i] + borrow0;
      comba_dlimb t1 = (comba_dlimb) c * y[n + i] + borrow1;
      borrow0 = (mp_limb_t) (t0 >> GMP_LIMB_BITS) + (x[i] < (mp_limb_t) t0);
      borrow1 = (mp_limb_t) (t1 >> GMP_LIMB_BITS) + (x[n + i] < (mp_limb_t) t1);
      x[i] -= (mp_limb_t) t0;
      x[n + i] -= (mp_limb_t) t1;
    }
}
