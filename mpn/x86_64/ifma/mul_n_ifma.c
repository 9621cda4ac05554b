/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of n x n limbs by windows (mul_windows.h), a function for each n.

   The contract is that of comba_mul_fixed_fn (kernels.h). */

#include "x86_64/ifma/ifma.h"
#include "x86_64/ifma/mul_windows.h"

#define DEFINE(n)                                                                       \
  mp_limb_t                                                                             \
  comba_mul_n_##n##_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)          \
  {                                                                                     \
    (void) an;                                                                          \
    struct result r = window_product (rp, ap, n, bp, n, DIGITS (n), DIGITS (n), 1);     \
    return top_limb (&r);                                                               \
  }
COMBA_IFMA_MUL_N (DEFINE)
