/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64.  Squares of n limbs, column by column (paper 000), straight code.

   comba_sqr_n_<n>_mulq, n = 1..27: rp[0..2n-1] = ap[0..n-1]^2; returns rp[2n-1].

     mp_limb_t comba_sqr_n_<n>_mulq (mp_ptr rp, mp_srcptr ap);

   System V AMD64: rp in rdi, ap in rsi; result in rax.
   rp does not overlap ap.  No scratch.
   Clobbers rax, rcx, rdx, r8-r11 and the flags; saves and restores rbx, rbp (n > 5).
   Time is constant for each n. */

#include "kernels/x86_64/mul/sqr_columns_mul.h"

FUNCTION comba_sqr_n_1_mulq
        mov     (AP), %rax
        mul     %rax
        mov     %rax, (RP)
        mov     %rdx, 8(RP)
        mov     %rdx, %rax
        ret
END comba_sqr_n_1_mulq

        .macro  SQR_N   n
FUNCTION comba_sqr_n_\n\()_mulq
        .if     \n > 5
        SAVE_ALL T1, T2
        .endif
        SQR     \n, 0
        .if     \n > 5
        RESTORE_ALL T1, T2
        .endif
        ret
END comba_sqr_n_\n\()_mulq
        .endm

        .irp    n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
        SQR_N   \n
        .endr
        .irp    n, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
        SQR_N   \n
        .endr
