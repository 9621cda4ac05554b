/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "arith/arith.h"

mp_limb_t
comba_sub_in_var (mp_ptr rp, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 0);
  return comba_sub_1_var (rp + bn, an - bn, comba_sub_n (rp, rp, bp, bn));
}
