/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of n x n limbs by windows (kernels/x86_64/avx512ifma/mul_windows.h), one function MUL_N
   (n) for each n.  The including file defines that name and, optionally, PAIR_PERMUTATIONS
   (kernels/x86_64/avx512ifma/radix52.h).

   The contract is that of comba_mul_fixed_fn (dispatch/config.h). */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/avx512ifma/mul_windows.h"

#define DEFINE(n)                                                                       \
  mp_limb_t                                                                             \
  MUL_N (n) (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)                       \
  {                                                                                     \
    (void) an;                                                                          \
    struct result r = window_product (rp, ap, n, bp, n, DIGITS (n), DIGITS (n), 1, n, n); \
    return top_limb (&r);                                                               \
  }
COMBA_IFMA_MUL_N (DEFINE)
