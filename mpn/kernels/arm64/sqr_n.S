/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* AArch64.  Squares of n limbs, straight code.

   comba_sqr_n_<n>_arm64, n = 1..8: rp[0..2n-1] = ap[0..n-1]^2; returns rp[2n-1].

     mp_limb_t comba_sqr_n_<n>_arm64 (mp_ptr rp, mp_srcptr ap);

   AAPCS64: rp in x0, ap in x1; result in x0.
   rp does not overlap ap.  No scratch.
   Clobbers x0-x17 and the flags; saves and restores those of x19-x28 that n needs.
   Time is constant for each n.

   The products a_i a_j, i < j, by growing steps (kernels/arm64/columns_arm64.h): step j multiplies
   a[j] by a[0..j-1].  Their sum stays in registers: first the outputs of steps j = 1..n-1, then the
   accumulators.  It is doubled while the squares are added to it. */

#include "kernels/arm64/columns_arm64.h"

/* The outputs of the steps: registers that are free by then. */
R1      .req    x1
R2      .req    x2
R3      .req    x8
R4      .req    x9
R5      .req    x10
R6      .req    x11
R7      .req    x27

FUNCTION comba_sqr_n_1_arm64
        ldr     B_0, [AP]
        mul     OUT0, B_0, B_0
        umulh   OUT1, B_0, B_0
        stp     OUT0, OUT1, [RP]
        mov     RP, OUT1
        ret
END comba_sqr_n_1_arm64

/* Step j, j = 2..n-1. */
        .macro  GROW    k, next, t, n
        .if     \k > 1 && \k < \n
        GROWING_STEP \k, B_\k, R\k
        .endif
        .endm

/* For each limb b of a but the first: two limbs of the sum. */
        .macro  DOUBLE  before, b, x, y, more:vararg
        DOUBLE_ADD_SQUARE \before, \x, \y, \b
        .ifnb   \more
        DOUBLE  \y, \more
        .endif
        .endm

/* \sum: for DOUBLE, the limbs of the sum above R1, in pairs after their limb of a. */
        .macro  SQR_N   n, sum:vararg
FUNCTION comba_sqr_n_\n\()_arm64
        SAVE_ACC \n
        LOAD_B  \n, AP
        mul     R1, B_1, B_0
        umulh   A_0, B_1, B_0
        EACH    GROW, \n
        mul     T0, B_0, B_0
        umulh   T1, B_0, B_0
        adds    T1, T1, R1, lsl #1
        stp     T0, T1, [RP], #16
        DOUBLE  R1, \sum
        mov     RP, T1
        RESTORE_ACC \n
        ret
END comba_sqr_n_\n\()_arm64
        .endm

        SQR_N   2, B_1, A_0, xzr
        SQR_N   3, B_1, R2, A_0, B_2, A_1, xzr
        SQR_N   4, B_1, R2, R3, B_2, A_0, A_1, B_3, A_2, xzr
        SQR_N   5, B_1, R2, R3, B_2, R4, A_0, B_3, A_1, A_2, B_4, A_3, xzr
        SQR_N   6, B_1, R2, R3, B_2, R4, R5, B_3, A_0, A_1, B_4, A_2, A_3, B_5, A_4, xzr
        SQR_N   7, B_1, R2, R3, B_2, R4, R5, B_3, R6, A_0, B_4, A_1, A_2, B_5, A_3, A_4, B_6, A_5, xzr
        SQR_N   8, B_1, R2, R3, B_2, R4, R5, B_3, R6, R7, B_4, A_0, A_1, B_5, A_2, A_3, B_6, A_4, A_5, B_7, A_6, xzr
