/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A block of w rows of Montgomery's own reduction, in the rows of register_rows.h.

   It goes over the lowest w limbs of P first, with t[0..w-1] in the accumulators: that gives the quotients q[0..w-1], for
   which there is room in t[0..w-1].  Then limbs P[w..n-1] times q are the other rows of a product, out to t[w..n-1] and
   what is there added.

   Nothing carries out of the accumulators in the first part either: after i rows what is left of t[0..w-1] there
   is below beta^(w-i), and the products at most beta^w - beta^(w-i). */

#include "kernels/x86_64/adx/register_rows.h"

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

/* The other rows are \m. */
        .macro  BLOCK   w, n, m
        LOAD_LIMBS \w, 0, ACC
        mov     PP, BP
        .set    row, 0
        ROUND   QUOTIENT_ROW, \w, \w, \w, 1, 0, ACC
        mov     TP, BP
        ROUNDS  \m, \w, \n, 1, 0
        .endm
