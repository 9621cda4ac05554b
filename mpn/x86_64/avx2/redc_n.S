/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_redc_n_<n>_avx2 (tp, pp, n, mu), n = 11..18: n rows of Montgomery's reduction, as comba_redc_rows_fn
   (kernels.h) has them, but n is not read.  Straight line, by two blocks of w rows.

   A block's w rows go over the lowest w limbs of P first, with t[0..w-1] in the accumulators of rows.h: that
   gives the quotients q[0..w-1], for which there is room in t[0..w-1].  Then limbs P[w..n-1] times q are the other
   rows of a product, out to t[w..n-1] and what is there added.  What the accumulators are in the end, of weight
   beta^n, takes the place of q.

   Nothing carries out of the accumulators in the first part either: after i rows what is left of t[0..w-1] there
   is below beta^(w-i), and the products at most beta^w - beta^(w-i). */

#include "rows.h"

#define TP RP
#define PP AP
#define MU (%rsp)

/* The row of acc[0] mu over P[0..w-1], which makes acc[0] zero. */
        .macro  QUOTIENT_ROW w, j, add, c0, others:vararg
        mov     \c0, %rdx
        imul    MU, %rdx
        mov     %rdx, 8*(\j)(TP)
        CLEAR   \w
        LOWEST  \w
        ADD_LOWEST \w, \c0
        OTHERS  \w, \c0, \others
        mulx    (BP), %rax, %rax
        CARRIES \w, \c0
        .endm

        .macro  LOAD_LIMBS w, k, c0, others:vararg
        .if     \k < \w
        mov     8*(\k)(TP), \c0
        LOAD_LIMBS \w, (\k + 1), \others
        .endif
        .endm

        .macro  BLOCK   w, n
        LOAD_LIMBS \w, 0, ACC
        mov     PP, BP
        .set    row, 0
        ROUND   QUOTIENT_ROW, \w, \w, \w, 1, 0, ACC
        mov     TP, BP
        ROUNDS  ROW, \w, \n, 1, 0
        .endm

/* Blocks of v and w rows, v <= w. */
        .macro  REDC_N  n, v, w
FUNCTION comba_redc_n_\n\()_avx2
        SAVE_ROWS \w
        push    %rcx
        .cfi_adjust_cfa_offset 8
        BLOCK   \v, \n
        lea     8*\v(TP), TP
        BLOCK   \w, \n
        pop     %rcx
        .cfi_adjust_cfa_offset -8
        RESTORE_ROWS \w
        ret
END comba_redc_n_\n\()_avx2
        .endm

        REDC_N  11, 5, 6
        REDC_N  12, 6, 6
        REDC_N  13, 6, 7
        REDC_N  14, 7, 7
        REDC_N  15, 7, 8
        REDC_N  16, 8, 8
        REDC_N  17, 8, 9
        REDC_N  18, 9, 9
