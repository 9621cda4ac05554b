/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squares of few limbs by windows (kernels/x86_64/avx512ifma/sqr_windows.h).  Zen 5 starts two multiplications of eight digits in a cycle and one by
   mulx: a third of the time is saved from 10 limbs on.  Products of 7 and 8 limbs, and squares of 8 and 9, would be faster
   in a loop as well, but what reads their limbs at once, as a division does, waits for the vectors longer than that.

   The contract is that of comba_sqr_fixed_fn (kernels.h). */

#include "kernels/x86_64/avx512ifma/zen5.h"
#include "kernels/x86_64/avx512ifma/sqr_windows.h"

#define DEFINE(n)                                                       \
  mp_limb_t                                                             \
  comba_sqr_n_##n##_zen5 (mp_ptr rp, mp_srcptr ap)                      \
  {                                                                     \
    struct result r = window_square (rp, ap, n, DIGITS (n));            \
    return top_limb (&r);                                               \
  }
COMBA_ZEN5_SQR_N (DEFINE)
#undef DEFINE
