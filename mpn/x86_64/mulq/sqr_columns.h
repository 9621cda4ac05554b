/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squares by columns for any x86-64: mul, add and adc.

   Column k is twice the sum of a[i] a[k-i], i < k - i, and a[k/2]^2 if k is even.  The sum is
   gathered in three registers and doubled there; the square and what the column below carried,
   (c1, c0), come to it.  s0 is then a limb, and (s2, s1) is carried on. */

#include "columns.h"

/* c0, c1, s0, s1, s2 of the first column; from column to column they change places.  And the first
   of two products. */
#define FIVE %r8, %r9, %r10, %r11, %rcx
#define T2 %rbp

/* (s2, s1, s0) = 2 (the sum of bp[i] ap[k-i], i = from..to) + (c1, c0).  With \add = 1 rp[at] comes
   to it: what is carried in is less than 2^32 beta, and so nothing is carried out of c1. */
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

/* Columns k.. of the square of n limbs; with \add = 1 rp[0..n] is added, n > 1. */
        .macro  SQR_FROM k, n, add, c0, c1, s0, s1, s2
        .if     (\k) < \n
        COLUMN  AP, 0, (((\k) - 1) >> 1), \k, \c0, \c1, \s0, \s1, \s2, \add, \k
        .elseif (\k) == \n
        COLUMN  AP, 1, (((\k) - 1) >> 1), \k, \c0, \c1, \s0, \s1, \s2, \add, \k
        .else
        COLUMN  AP, (\k - \n + 1), (((\k) - 1) >> 1), \k, \c0, \c1, \s0, \s1, \s2
        .endif
        SQUARE  \k, \s0, \s1, \s2
        mov     \s0, 8*(\k)(RP)
        .if     (\k) < 2*\n - 2
        SQR_FROM (\k + 1), \n, \add, \s1, \s2, \s0, \c0, \c1
        .else
        mov     \s1, 8*(2*\n - 1)(RP)
        mov     \s1, %rax
        .endif
        .endm

/* The same from column 0, without anything carried in. */
        .macro  SQR     n, add, c0, c1, s0, s1, s2
        mov     (AP), %rax
        mul     %rax
        .if     \add
        add     (RP), %rax
        adc     $0, %rdx
        .endif
        mov     %rax, (RP)
        .if     \n == 1
        mov     %rdx, 8(RP)
        mov     %rdx, %rax
        .else
        mov     %rdx, \c0
        xor     \c1, \c1
        SQR_FROM 1, \n, \add, \c0, \c1, \s0, \s1, \s2
        .endif
        .endm
