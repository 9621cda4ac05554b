/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_redc_strip_<w>_mulq (tp, pp, n, mu), w = 1..8: w rows of Montgomery's reduction by
   P = pp[0..n-1].  The contract is that of comba_redc_rows_fn (kernels.h) with rows = w, n >= w, of
   any size: tp[n..] is as it was, what is carried there is tp[0..w-1].

   By columns, as a product of P and the quotients q.  Column k < w, with what is carried to it and
   the products of the quotients before, is made zero by q[k] P[0], q[k] = mu times its limb; q[k]
   takes the place of tp[k].  Then the columns of w products in a loop, and w - 1 that shrink, in the
   places of quotients that no further column has.

   The product of the newest quotient is the last one of its column: those before need not wait for it. */

#include "columns.h"

/* BP is tp as it was: where the quotients are. */
#define MU %r12
#define COUNT %rbp

/* (c1, c0) += rp[k]: what is carried in is less than (w + 1) beta. */
        .macro  START   k, c0, c1, c2
        xor     \c2, \c2
        add     8*(\k)(RP), \c0
        adc     $0, \c1
        .endm

        .macro  QUOTIENT k, w, add, c0, c1, c2
        START   \k, \c0, \c1, \c2
        PRODUCTS BP, AP, 0, (\k - 1), \k, \c0, \c1, \c2, T0, T1
        mov     MU, %rax
        imul    \c0, %rax
        mov     %rax, 8*\k(RP)
        mulq    (AP)
        add     %rax, \c0
        adc     %rdx, \c1
        adc     $0, \c2
        .endm

/* Here the pointers move. */
        .macro  FULL    k, w, add, c0, c1, c2
        .p2align 4
1:      START   \k, \c0, \c1, \c2
        PRODUCTS BP, AP, 0, (\w - 1), \k, \c0, \c1, \c2, T0, T1
        mov     \c0, 8*\k(RP)
        mov     \c1, \c0
        mov     \c2, \c1
        lea     8(AP), AP
        lea     8(RP), RP
        dec     COUNT
        jnz     1b
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

        REDC_STRIP 1
        REDC_STRIP 2
        REDC_STRIP 3
        REDC_STRIP 4
        REDC_STRIP 5
        REDC_STRIP 6
        REDC_STRIP 7
        REDC_STRIP 8
