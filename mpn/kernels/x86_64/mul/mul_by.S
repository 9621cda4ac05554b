/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64.  Products by w limbs, column by column (Comba; paper 001).

   comba_mul_by_<w>_mulq, w = 2..8: rp[0..an+w-1] = ap[0..an-1] * bp[0..w-1]; returns rp[an+w-1].
   comba_add_mul_by_<w>_mulq, w = 6..8:
   rp[0..an+w-1] = rp[0..an-1] + ap[0..an-1] * bp[0..w-1]; returns rp[an+w-1].

     mp_limb_t comba_mul_by_<w>_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);
     mp_limb_t comba_add_mul_by_<w>_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);

   System V AMD64: rp in rdi, ap in rsi, an in rdx, bp in rcx; result in rax.
   an >= w.  rp overlaps neither source; the sources may overlap.  No scratch.
   Clobbers rax, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbx, rbp.
   Time depends on an and w alone.

   Of the an + w - 1 columns the first w - 1 grow, a loop does those of w products, and the last
   w - 1 shrink. */

#include "kernels/x86_64/mul/columns_mul.h"

#define COUNT %rbp

/* (c1, c0) += rp[k], ahead of a column's products.  The carry in is below w beta, so nothing
   carries out. */
        .macro  ADD_RP  add, k, c0, c1
        .if     \add
        add     8*(\k)(RP), \c0
        adc     $0, \c1
        .endif
        .endm

        .macro  GROWING k, w, add, c0, c1, c2
        ADD_RP  \add, \k, \c0, \c1
        GATHER  0, \k, \k, \c0, \c1, \c2
        mov     \c0, 8*\k(RP)
        .endm

        .macro  FULL    k, w, add, c0, c1, c2
        .p2align 4
1:      ADD_RP  \add, \k, \c0, \c1
        GATHER  0, \k, \k, \c0, \c1, \c2
        LOOP_END COUNT, \k, \c0, \c1, \c2, \c0, \c1
        .endm

        .macro  SHRINKING k, w, add, c0, c1, c2
        GATHER  (\k - \w + 1), (\w - 2), \k, \c0, \c1, \c2
        mov     \c0, 8*\k(RP)
        .endm

        .macro  TOP     k, w, add, c0, c1, c2
        mov     \c0, 8*\k(RP)
        mov     \c0, %rax
        .endm

        .macro  STRIP   name, w, add
FUNCTION \name
        SAVE_ALL T1, COUNT
        lea     -(\w - 1)(%rdx), COUNT
        xor     C0, C0
        xor     C1, C1
        .set    k, 0
        .rept   \w - 1
        IN_TURN GROWING, k, k, \w, \add
        .set    k, k + 1
        .endr
        IN_TURN FULL, k, k, \w, \add
        .rept   \w - 1
        IN_TURN SHRINKING, k, k, \w
        .set    k, k + 1
        .endr
        IN_TURN TOP, k, k, \w
        RESTORE_ALL T1, COUNT
        ret
END \name
        .endm

        STRIP   comba_mul_by_2_mulq, 2, 0
        STRIP   comba_mul_by_3_mulq, 3, 0
        STRIP   comba_mul_by_4_mulq, 4, 0
        STRIP   comba_mul_by_5_mulq, 5, 0
        STRIP   comba_mul_by_6_mulq, 6, 0
        STRIP   comba_mul_by_7_mulq, 7, 0
        STRIP   comba_mul_by_8_mulq, 8, 0

        STRIP   comba_add_mul_by_6_mulq, 6, 1
        STRIP   comba_add_mul_by_7_mulq, 7, 1
        STRIP   comba_add_mul_by_8_mulq, 8, 1
