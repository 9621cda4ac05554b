/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* AArch64.  The end of a square: doubles the sum of products and adds the squares of the limbs.

   comba_double_add_squares_arm64:
   rp[0..2n-1] = 2 rp[0..2n-1] + the sum of a_i^2 beta^(2i) for i = 0..n-1.

     void comba_double_add_squares_arm64 (mp_ptr rp, mp_srcptr ap, mp_size_t n);

   AAPCS64: rp in x0, ap in x1, n in x2.
   n >= 1.  The result must be below beta^(2n).  rp does not overlap ap.  No scratch.
   Clobbers x0-x6, x8-x12 and the flags.
   Time depends on n alone. */

#include "kernels/arm64/columns_arm64.h"

/* Two limbs of the sum; the second one alternates between Y0 and Y1. */
N       .req    x2
X       .req    x10
Y0      .req    x11
Y1      .req    x12

FUNCTION comba_double_add_squares_arm64
        mov     Y0, xzr
        cmn     xzr, xzr
        tbz     N, #0, 1f
        ldr     IN0, [AP], #8
        ldp     X, Y0, [RP]
        DOUBLE_ADD_SQUARE xzr, X, Y0, IN0
1:      lsr     N, N, #1
        cbz     N, 3f
2:      ldp     IN0, IN1, [AP], #16
        ldp     X, Y1, [RP]
        DOUBLE_ADD_SQUARE Y0, X, Y1, IN0
        ldp     X, Y0, [RP]
        DOUBLE_ADD_SQUARE Y1, X, Y0, IN1
        sub     N, N, #1
        cbnz    N, 2b
3:      ret
END comba_double_add_squares_arm64
