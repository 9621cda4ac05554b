/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "arith/arith.h"

mp_limb_t
comba_add_1_var (mp_ptr rp, mp_size_t n, mp_limb_t b)
{
  for (mp_size_t i = 0; b != 0 && i < n; i++)
    {
      rp[i] += b;
      b = rp[i] < b;
    }
  return b;
}
