/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "arith/arith.h"
#include "arith/shift_vectors.h"

void
comba_lshift (mp_ptr rp, mp_srcptr ap, mp_size_t n, int s)
{
  ASSERT (n >= 1 && 0 < s && s < GMP_LIMB_BITS);
  int t = GMP_LIMB_BITS - s;
  mp_size_t i = 1;
  rp[0] = ap[0] << s;
  for (; i + FEW <= n; i += FEW)
    *(limb_vector *) (rp + i) = *(const limb_vector *) (ap + i) << s
                              | *(const limb_vector *) (ap + i - 1) >> t;
  for (; i < n; i++)
    rp[i] = ap[i] << s | ap[i - 1] >> t;
}
