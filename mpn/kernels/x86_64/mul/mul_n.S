/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64.  Products of n x n limbs, column by column (Comba; paper 001), straight code.

   comba_mul_n_<n>_mulq, n = 1..23: rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].

     mp_limb_t comba_mul_n_<n>_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);

   System V AMD64: rp in rdi, ap in rsi, an in rdx (not read), bp in rcx; result in rax.
   rp overlaps neither source; the sources may overlap.  No scratch.
   Clobbers rax, rdx, r8-r11 and the flags; saves and restores rbx.
   Time is constant for each n. */

#include "kernels/x86_64/mul/columns_mul.h"

        .macro  MIDDLE  k, n, add, c0, c1, c2
        .if     \k < \n
        GATHER  0, \k, \k, \c0, \c1, \c2
        .else
        GATHER  (\k - \n + 1), (\n - 1), \k, \c0, \c1, \c2
        .endif
        mov     \c0, 8*\k(RP)
        .endm

/* The product of the highest limbs.  It carries nothing out. */
        .macro  LAST    k, n, add, c0, c1, c2
        mov     8*(\n - 1)(AP), %rax
        mulq    8*(\n - 1)(BP)
        add     \c0, %rax
        adc     \c1, %rdx
        mov     %rax, 8*\k(RP)
        mov     %rdx, 8*(\k + 1)(RP)
        mov     %rdx, %rax
        .endm

        .macro  MUL_N   n
FUNCTION comba_mul_n_\n\()_mulq
        SAVE    T1
        mov     (AP), %rax
        mulq    (BP)
        mov     %rax, (RP)
        mov     %rdx, C1
        xor     C2, C2
        .set    k, 1
        .rept   2*\n - 3
        IN_TURN MIDDLE, k, k, \n
        .set    k, k + 1
        .endr
        IN_TURN LAST, k, k, \n
        RESTORE T1
        ret
END comba_mul_n_\n\()_mulq
        .endm

FUNCTION comba_mul_n_1_mulq
        mov     (AP), %rax
        mulq    (BP)
        mov     %rax, (RP)
        mov     %rdx, 8(RP)
        mov     %rdx, %rax
        ret
END comba_mul_n_1_mulq

        .irp    n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
        MUL_N   \n
        .endr
