/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_redc_strip_<w>_mulq (tp, pp, n, mu), w = 1..8: w rows of Montgomery's reduction by
   P = pp[0..n-1].  The contract is that of comba_redc_rows_fn (kernels.h) with rows = w, n >= w, of
   any size: tp[n..] is as it was, what is carried there is tp[0..w-1].

   comba_redc_n_<n>_mulq (zp, tp, pp, mu), n = 3..12: all of it; comba_redc_fixed_fn.

   By columns, as a product of P and the quotients q.  Column k < w, with what is carried to it and
   the products of the quotients before, is made zero by q[k] P[0], q[k] = mu times its limb; q[k]
   takes the place of tp[k].  Then, of a strip, the columns of w products in a loop; and w - 1 that
   shrink, a strip's in the places of quotients that no further column has.

   The product of the newest quotient is the last one of its column: those before need not wait for it. */

#include "columns.h"

/* BP is tp as it was, where the quotients are; AP is P. */
#define MU %r12
#define COUNT %rbp

/* (c1, c0) += tp[k]: what is carried in is less than (w + 1) beta. */
        .macro  START   tp, k, c0, c1, c2
        xor     \c2, \c2
        add     8*(\k)(\tp), \c0
        adc     $0, \c1
        .endm

        .macro  QUOTIENT k, w, add, c0, c1, c2
        START   BP, \k, \c0, \c1, \c2
        PRODUCTS BP, AP, 0, (\k - 1), \k, \c0, \c1, \c2, T0, T1
        mov     MU, %rax
        imul    \c0, %rax
        mov     %rax, 8*\k(BP)
        mulq    (AP)
        add     %rax, \c0
        adc     %rdx, \c1
        adc     $0, \c2
        .endm

        .macro  FULL    k, w, add, c0, c1, c2
        .p2align 4
1:      START   RP, \k, \c0, \c1, \c2
        PRODUCTS BP, AP, 0, (\w - 1), \k, \c0, \c1, \c2, T0, T1
        LOOP_END COUNT, \k, \c0, \c1, \c2, \c0, \c1
        .endm

        .macro  SHRINKING k, w, add, c0, c1, c2
        xor     \c2, \c2
        PRODUCTS BP, AP, (\k - \w + 1), (\w - 1), \k, \c0, \c1, \c2, T0, T1
        mov     \c0, 8*(\k - \w)(BP)
        .endm

        .macro  TOP     k, w, add, c0, c1, c2
        mov     \c0, 8*(\k - \w)(BP)
        .endm

        .macro  REDC_STRIP w
FUNCTION comba_redc_strip_\w\()_mulq
        SAVE    T1
        SAVE    COUNT
        SAVE    MU
        mov     %rcx, MU
        mov     RP, BP
        mov     %rdx, COUNT
        xor     C0, C0
        xor     C1, C1
        .set    k, 0
        .rept   \w
        IN_TURN QUOTIENT, k, k, \w
        .set    k, k + 1
        .endr
        sub     $\w, COUNT
        jz      2f
        IN_TURN FULL, k, k, \w
2:
        .rept   \w - 1
        IN_TURN SHRINKING, k, k, \w
        .set    k, k + 1
        .endr
        IN_TURN TOP, k, k, \w
        RESTORE MU
        RESTORE COUNT
        RESTORE T1
        ret
END comba_redc_strip_\w\()_mulq
        .endm

        .irp    w, 1, 2, 3, 4, 5, 6, 7, 8
        REDC_STRIP \w
        .endr

/* Columns from n on, with those of t. */
        .macro  UPPER   k, n, add, c0, c1, c2
        START   BP, \k, \c0, \c1, \c2
        PRODUCTS BP, AP, (\k - \n + 1), (\n - 1), \k, \c0, \c1, \c2, T0, T1
        mov     \c0, 8*(\k - \n)(RP)
        .endm

        .macro  UPPERMOST k, n, add, c0, c1, c2
        add     8*\k(BP), \c0
        adc     $0, \c1
        mov     \c0, 8*(\k - \n)(RP)
        mov     \c1, %rax
        .endm

        .macro  REDC_N  n
FUNCTION comba_redc_n_\n\()_mulq
        SAVE    T1
        SAVE    MU
        mov     %rcx, MU
        mov     %rsi, BP
        mov     %rdx, AP
        xor     C0, C0
        xor     C1, C1
        .set    k, 0
        .rept   \n
        IN_TURN QUOTIENT, k, k, \n
        .set    k, k + 1
        .endr
        .rept   \n - 1
        IN_TURN UPPER, k, k, \n
        .set    k, k + 1
        .endr
        IN_TURN UPPERMOST, k, k, \n
        RESTORE MU
        RESTORE T1
        ret
END comba_redc_n_\n\()_mulq
        .endm

        .irp    n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        REDC_N  \n
        .endr
