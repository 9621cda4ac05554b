/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64.  Strips of a square, column by column.  a = ap[0..n-1], b = its lowest w limbs:

   comba_sqr_strip_<w>_mulq, w = 1..8: rp[0..n+w] = b^2 + 2 b (a - b).
   comba_sqr_add_strip_8_mulq, w = 8: rp[0..n+8] = rp[0..n] + b^2 + 2 b (a - b).
   comba_sqr_add_8_mulq: rp[0..15] = rp[0..8] + ap[0..7]^2; returns rp[15].

     void comba_sqr_strip_<w>_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t n);
     void comba_sqr_add_strip_8_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t n);
     mp_limb_t comba_sqr_add_8_mulq (mp_ptr rp, mp_srcptr ap);

   System V AMD64: rp in rdi, ap in rsi, n in rdx; result in rax.
   n >= 2w.  Sums to which something is added must fit: below beta^(n+9), and below beta^16.
   rp does not overlap ap.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbx, rbp, and, except
   comba_sqr_add_8_mulq, r12, r13.
   Time depends on n and w alone.

   b^2 contributes to the first 2w - 1 columns; a loop does the columns of w products; the last w
   - 1 shrink. */

#include "kernels/x86_64/mul/sqr_columns_mul.h"

/* The limbs of b in its columns. */
#define LOW %r12
#define COUNT %r13

        .macro  HEAD    k, w, add, c0, c1, s0, s1, s2
        COLUMN  AP, 0, ((\k - 1) >> 1), \k, \c0, \c1, \s0, \s1, \s2, \add, \k
        SQUARE  \k, \s0, \s1, \s2
        mov     \s0, 8*\k(RP)
        .endm

/* Here the pointer to b stays.  k = 2w - 1. */
        .macro  FULL    k, w, add, c0, c1, s0, s1, s2
        .p2align 4
1:      COLUMN  LOW, 0, (\w - 1), \k, \c0, \c1, \s0, \s1, \s2, \add, \k
        LOOP_END COUNT, \k, \s0, \s1, \s2, \c0, \c1
        .endm

/* To the first of these columns rp[n] is added. */
        .macro  SHRINKING k, w, add, c0, c1, s0, s1, s2
        COLUMN  LOW, (\k - 2*\w + 2), (\w - 1), \k, \c0, \c1, \s0, \s1, \s2, (\add && \k == 2*\w - 1), \k
        mov     \s0, 8*\k(RP)
        .endm

        .macro  TOP     k, w, add, c0, c1, s0, s1, s2
        mov     \c0, 8*\k(RP)
        mov     \c1, 8*(\k + 1)(RP)
        .endm

        .macro  STRIP   name, w, add
FUNCTION \name
        SAVE_ALL T1, T2, LOW, COUNT
        mov     AP, LOW
        lea     -(2*\w - 1)(%rdx), COUNT
        SQR_FIRST \add, ODD
        .set    k, 1
        .rept   2*\w - 2
        BY_TURNS HEAD, k, k, \w, \add
        .set    k, k + 1
        .endr
        BY_TURNS FULL, k, k, \w, \add
        .rept   \w - 1
        BY_TURNS SHRINKING, k, k, \w, \add
        .set    k, k + 1
        .endr
        BY_TURNS TOP, k, k, \w
        RESTORE_ALL T1, T2, LOW, COUNT
        ret
END \name
        .endm

        .irp    w, 1, 2, 3, 4, 5, 6, 7, 8
        STRIP   comba_sqr_strip_\w\()_mulq, \w, 0
        .endr
        STRIP   comba_sqr_add_strip_8_mulq, 8, 1

FUNCTION comba_sqr_add_8_mulq
        SAVE_ALL T1, T2
        SQR     8, 1
        RESTORE_ALL T1, T2
        ret
END comba_sqr_add_8_mulq
