/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Strips of a square: with b the lowest w limbs of a,

   comba_sqr_strip_<w>_mulq (rp, ap, n), w = 1..8: rp[0..n+w] = b^2 + 2 b (a - b);
   comba_sqr_add_strip_8_mulq (rp, ap, n): the same with w = 8, and rp[0..n] is added;
   comba_sqr_add_8_mulq (rp, ap): rp[0..15] = rp[0..8] + ap[0..7]^2, which carries nothing out.

   The contracts are in mulq.h.

   The columns: 2w - 1 that b^2 has a part in, those of w products in a loop, w - 1 that shrink. */

#include "sqr_columns.h"

/* Columns of b take their limbs from here. */
#define LOW %r12
#define COUNT %r13

/* Columns 1..2w-2. */
        .macro  HEAD    k, w, add, c0, c1, s0, s1, s2
        .if     (\k) < 2*\w - 1
        COLUMN  AP, 0, (((\k) - 1) >> 1), \k, \c0, \c1, \s0, \s1, \s2, \add, \k
        SQUARE  \k, \s0, \s1, \s2
        mov     \s0, 8*(\k)(RP)
        HEAD    (\k + 1), \w, \add, \s1, \s2, \s0, \c0, \c1
        .else
        FULL    \w, \add, \c0, \c1, \s0, \s1, \s2
        .endif
        .endm

/* Here the pointers move, but that of b. */
        .macro  FULL    w, add, c0, c1, s0, s1, s2
        .p2align 4
1:      COLUMN  LOW, 0, (\w - 1), (2*\w - 1), \c0, \c1, \s0, \s1, \s2, \add, (2*\w - 1)
        mov     \s0, 8*(2*\w - 1)(RP)
        mov     \s1, \c0
        mov     \s2, \c1
        lea     8(AP), AP
        lea     8(RP), RP
        dec     COUNT
        jnz     1b
        SHRINKING 0, \w, \add, \c0, \c1, \s0, \s1, \s2
        .endm

        .macro  SHRINKING t, w, add, c0, c1, s0, s1, s2
        .if     (\t) < \w - 1
        COLUMN  LOW, (\t + 1), (\w - 1), (2*\w - 1 + \t), \c0, \c1, \s0, \s1, \s2, \add, (2*\w - 1)
        mov     \s0, 8*(2*\w - 1 + \t)(RP)
        SHRINKING (\t + 1), \w, 0, \s1, \s2, \s0, \c0, \c1
        .else
        mov     \c0, 8*(3*\w - 2)(RP)
        mov     \c1, 8*(3*\w - 1)(RP)
        .endif
        .endm

        .macro  STRIP   name, w, add, c0, c1, s0, s1, s2
FUNCTION \name
        SAVE    T1
        SAVE    T2
        SAVE    LOW
        SAVE    COUNT
        mov     AP, LOW
        lea     -(2*\w - 1)(%rdx), COUNT
        mov     (AP), %rax
        mul     %rax
        .if     \add
        add     (RP), %rax
        adc     $0, %rdx
        .endif
        mov     %rax, (RP)
        mov     %rdx, \c0
        xor     \c1, \c1
        HEAD    1, \w, \add, \c0, \c1, \s0, \s1, \s2
        RESTORE COUNT
        RESTORE LOW
        RESTORE T2
        RESTORE T1
        ret
END \name
        .endm

        STRIP   comba_sqr_strip_1_mulq, 1, 0, FIVE
        STRIP   comba_sqr_strip_2_mulq, 2, 0, FIVE
        STRIP   comba_sqr_strip_3_mulq, 3, 0, FIVE
        STRIP   comba_sqr_strip_4_mulq, 4, 0, FIVE
        STRIP   comba_sqr_strip_5_mulq, 5, 0, FIVE
        STRIP   comba_sqr_strip_6_mulq, 6, 0, FIVE
        STRIP   comba_sqr_strip_7_mulq, 7, 0, FIVE
        STRIP   comba_sqr_strip_8_mulq, 8, 0, FIVE
        STRIP   comba_sqr_add_strip_8_mulq, 8, 1, FIVE

FUNCTION comba_sqr_add_8_mulq
        SAVE    T1
        SAVE    T2
        SQR     8, 1, FIVE
        RESTORE T2
        RESTORE T1
        ret
END comba_sqr_add_8_mulq
