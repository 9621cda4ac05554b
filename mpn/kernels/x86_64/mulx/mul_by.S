/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx (BMI2).  Products by w limbs, one limb of a at a time
   (kernels/x86_64/mulx/columns_mulx.h).

   comba_mul_by_<w>_mulx, w = 3..5: rp[0..an+w-1] = ap[0..an-1] * bp[0..w-1]; returns rp[an+w-1].
   comba_add_mul_by_5_mulx: rp[0..an+4] = rp[0..an-1] + ap[0..an-1] * bp[0..4]; returns rp[an+4].

     mp_limb_t comba_mul_by_<w>_mulx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);
     mp_limb_t comba_add_mul_by_5_mulx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);

   System V AMD64: rp in rdi, ap in rsi, an in rdx, bp in rcx; result in rax.
   an >= 1.  rp overlaps neither source; the sources may overlap.  No scratch.
   Clobbers rax, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbp, r12-r14 (w > 3: r15, w
   = 5: rbx).
   Time depends on an and w alone. */

#include "kernels/x86_64/mulx/columns_mulx.h"

/* The first step leaves an - 1 steps, which go two at a time.  If their number is odd, the first
   round begins with its second step. */
        .macro  BY_ROWS name, w, count, add=0
FUNCTION \name
        .if     \w < 5
        SAVE    \count
        .endif
        SAVE_SETS \w
        .if     \w == 5
        push    %rdx
        .cfi_adjust_cfa_offset 8
        .else
        mov     %rdx, \count
        .endif
        FIRST_STEP \w, \add, SET_1
        shrq    \count
        jnc     2f
        MOVE_SET \w, SET_1, SET_0
        lea     8(AP), AP
        lea     8(RP), RP
        jz      3f
        .p2align 5
1:      STEP    \w, 0, \add, SET_0, SET_1
2:      STEP    \w, 1, \add, SET_1, SET_0
        lea     16(AP), AP
        lea     16(RP), RP
        decq    \count
        jnz     1b
3:      LAST_LIMBS \w, 0, SET_0
        .if     \w == 5
        pop     %rdx
        .cfi_adjust_cfa_offset -8
        .endif
        RESTORE_SETS \w
        .if     \w < 5
        RESTORE \count
        .endif
        ret
END \name
        .endm
        .macro  MOVE_SET w, a0, a1, a2, a3, a4, h0, h1, h2, h3, h4
        mov     \a0, \h0
        mov     \a1, \h1
        mov     \a2, \h2
        .if     \w > 3
        mov     \a3, \h3
        .endif
        .if     \w > 4
        mov     \a4, \h4
        .endif
        .endm

        BY_ROWS comba_mul_by_3_mulx, 3, %rbp
        BY_ROWS comba_mul_by_4_mulx, 4, %rbp
        BY_ROWS comba_mul_by_5_mulx, 5, (%rsp)
        BY_ROWS comba_add_mul_by_5_mulx, 5, (%rsp), 1
