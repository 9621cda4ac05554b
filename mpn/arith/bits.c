/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "arith/arith.h"

size_t
comba_bits (mp_srcptr xp, mp_size_t xn)
{
  return (size_t) xn * GMP_LIMB_BITS - (__builtin_clzll (xp[xn - 1]) - (64 - GMP_LIMB_BITS));
}
