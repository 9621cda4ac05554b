/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squares by columns for any x86-64: mul, add and adc.  For assembly files.

   Column k is twice the sum of a[i] a[k-i], i < k - i, and a[k/2]^2 if k is even.  The sum is
   accumulated in three registers and doubled there; then the square and the carry from the
   column below, (c1, c0), are added.  s0 is a limb then, and (s2, s1) is the carry to the next
   column. */

#include "kernels/x86_64/mul/columns_mul.h"

/* The registers of c0, c1, s0, s1, s2 in odd and in even columns: a carry stays where it is.  T2
   and T1 hold the first product of a pair. */
#define ODD %r8, %r9, %r10, %r11, %rcx
#define EVEN %r11, %rcx, %r10, %r8, %r9
#define T2 %rbp

/* Runs \m k, n, add, c0, c1, s0, s1, s2 with the registers of column \turn. */
        .macro  BY_TURNS m, turn, k, n, add=0
        .if     (\turn) & 1
        \m      \k, \n, \add, ODD
        .else
        \m      \k, \n, \add, EVEN
        .endif
        .endm

/* (s2, s1, s0) = 2 (the sum of bp[i] ap[k-i], i = from..to) + (c1, c0).  With \add = 1 it adds
   rp[at]: the carry in is below 2^32 beta, so c1 carries nothing out. */
        .macro  COLUMN  bp, from, to, k, c0, c1, s0, s1, s2, add=0, at=0
        .if     \add
        add     8*(\at)(RP), \c0
        adc     $0, \c1
        .endif
        .if     (\to) < (\from)
        mov     \c0, \s0
        mov     \c1, \s1
        xor     \s2, \s2
        .else
        mov     8*(\from)(\bp), %rax
        mulq    8*((\k) - (\from))(AP)
        mov     %rax, \s0
        mov     %rdx, \s1
        xor     \s2, \s2
        PRODUCTS \bp, AP, ((\from) + 1), \to, \k, \s0, \s1, \s2, T1, T2
        add     \s0, \s0
        adc     \s1, \s1
        adc     \s2, \s2
        add     \c0, \s0
        adc     \c1, \s1
        adc     $0, \s2
        .endif
        .endm

/* (s2, s1, s0) += a[k/2]^2, k even. */
        .macro  SQUARE  k, s0, s1, s2
        .if     ((\k) & 1) == 0
        mov     8*((\k) / 2)(AP), %rax
        mul     %rax
        add     %rax, \s0
        adc     %rdx, \s1
        adc     $0, \s2
        .endif
        .endm

/* Column k >= 1 of the square of n limbs; with \add = 1 rp[0..n] is added. */
        .macro  SQR_COLUMN k, n, add, c0, c1, s0, s1, s2
        .if     \k < \n
        COLUMN  AP, 0, ((\k - 1) >> 1), \k, \c0, \c1, \s0, \s1, \s2, \add, \k
        .elseif \k == \n
        COLUMN  AP, 1, ((\k - 1) >> 1), \k, \c0, \c1, \s0, \s1, \s2, \add, \k
        .else
        COLUMN  AP, (\k - \n + 1), ((\k - 1) >> 1), \k, \c0, \c1, \s0, \s1, \s2
        .endif
        SQUARE  \k, \s0, \s1, \s2
        mov     \s0, 8*\k(RP)
        .endm

/* Column 0.  Its carry goes to c0 and c1 of column 1. */
        .macro  SQR_FIRST add, c0, c1, s0, s1, s2
        mov     (AP), %rax
        mul     %rax
        .if     \add
        add     (RP), %rax
        adc     $0, %rdx
        .endif
        mov     %rax, (RP)
        mov     %rdx, \c0
        xor     \c1, \c1
        .endm

        .macro  SQR_TOP k, n, add, c0, c1, s0, s1, s2
        mov     \c0, 8*\k(RP)
        mov     \c0, %rax
        .endm

/* All columns, n > 1. */
        .macro  SQR     n, add
        SQR_FIRST \add, ODD
        .set    k, 1
        .rept   2*\n - 2
        BY_TURNS SQR_COLUMN, k, k, \n, \add
        .set    k, k + 1
        .endr
        BY_TURNS SQR_TOP, k, k, \n
        .endm
