/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A block of w rows of Montgomery's own reduction, in the rows of
   kernels/x86_64/adx/register_rows.h.  For assembly files.

   First come the lowest w limbs of P, with t[0..w-1] in the accumulators.  They give the quotients
   q[0..w-1], which replace t[0..w-1].  Then limbs P[w..n-1] times q are the other rows of a
   product, added to t[w..n-1].

   Bound: nothing carries out of the accumulators in the first part either.  After i rows the
   remaining part of t[0..w-1] is below beta^(w-i), and the products are at most beta^w -
   beta^(w-i). */

#include "kernels/x86_64/adx/register_rows.h"

#define TP RP
#define PP AP
#define MU (%rsp)

/* The row of acc[0] mu by P[0..w-1], which makes acc[0] zero. */
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

/* A block; \m does the rows after the first part. */
        .macro  BLOCK   w, n, m
        LOAD_LIMBS \w, 0, ACC
        mov     PP, BP
        .set    row, 0
        ROUND   QUOTIENT_ROW, \w, \w, \w, 1, 0, ACC
        mov     TP, BP
        ROUNDS  \m, \w, \n, 1, 0
        .endm
