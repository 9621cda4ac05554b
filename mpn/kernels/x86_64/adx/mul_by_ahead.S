/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX, tuned for Zen 3.  Products by w limbs, one limb of a at a time
   (kernels/x86_64/adx/columns_adx.h).

   comba_mul_by_<w>_ahead_adx, w = 1..9: rp[0..an+w-1] = ap[0..an-1] * bp[0..w-1]; returns
   rp[an+w-1].
   comba_add_mul_by_<w>_ahead_adx, w = 6..9:
   rp[0..an+w-1] = rp[0..an-1] + ap[0..an-1] * bp[0..w-1]; returns rp[an+w-1].

     mp_limb_t comba_mul_by_<w>_ahead_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);
     mp_limb_t comba_add_mul_by_<w>_ahead_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);

   System V AMD64: rp in rdi, ap in rsi, an in rdx, bp in rcx; result in rax.
   an >= w.  rp overlaps neither source; the sources may overlap.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores those of rbx, rbp,
   r12-r15 that w needs.
   Time depends on an and w alone.

   "Ahead": in a loop of 6 to 8 limbs a step is about a cycle faster if the next limb of a is
   loaded before the carries of the current step, and nothing else in the loop is in memory.
   (With 9 limbs the counter is.)  The nops were found by trying. */

#include "kernels/x86_64/adx/zero.h"
#include "kernels/x86_64/adx/columns_adx.h"
#include "kernels/x86_64/adx/mul_by_columns.h"

        .set    fill, 0

/* By w = 6..9 limbs.  Of the an - 1 steps after the first, the last one loads nothing and is
   separate.  The others go two at a time; if their number is odd, the first round begins with
   its second step.  COUNT is the register of acc[w], or (%rsp) with w = 9, which leaves no
   register free. */
        .macro  BY_COLUMNS_AHEAD w, count, add=0, nops=0
        SAVE_ACC (\w + 1)
        .if     \w == 9
        push    %rdx
        .cfi_adjust_cfa_offset 8
        .else
        mov     %rdx, \count
        .endif
        FIRST_STEP \w, \add, , 1
        shrq    \count
        mov     EVEN, ODD
        jc      2f
        decq    \count
        lea     8(AP), AP
        lea     8(RP), RP
        .p2align 5
1:      STEP    \w, 0, EVEN, ODD, \add, , , 1
        .rept   \nops
        nop
        .endr
2:      STEP    \w, 1, ODD, EVEN, \add, , , 2
        lea     16(AP), AP
        lea     16(RP), RP
        decq    \count
        jnz     1b
        STEP    \w, 0, EVEN, ODD, \add
        LAST_LIMBS \w, 1, ODD
        .if     \w == 9
        pop     %rdx
        .cfi_adjust_cfa_offset -8
        .endif
        RESTORE_ACC (\w + 1)
        ret
        .endm

FUNCTION comba_mul_by_1_ahead_adx
        BY_1
END comba_mul_by_1_ahead_adx

        .macro  MUL_BY_BLOCKS w, count
FUNCTION comba_mul_by_\w\()_ahead_adx
        cmp     $8, %rdx
        jae     7f
        BY_COLUMNS \w, \count
7:
        BY_BLOCKS \w
END comba_mul_by_\w\()_ahead_adx
        .endm

        MUL_BY_BLOCKS 2, %r11
        MUL_BY_BLOCKS 3, %rbx
        MUL_BY_BLOCKS 4, %r12
        MUL_BY_BLOCKS 5, %r13

        .macro  MUL_BY  w, count
FUNCTION comba_mul_by_\w\()_ahead_adx
        BY_COLUMNS_AHEAD \w, \count
END comba_mul_by_\w\()_ahead_adx
        .endm

        MUL_BY  6, %r14
        MUL_BY  7, %r15
        MUL_BY  8, %rbp
        MUL_BY  9, (%rsp)

        .macro  ADD_MUL_BY w, count, nops=0
FUNCTION comba_add_mul_by_\w\()_ahead_adx
        BY_COLUMNS_AHEAD \w, \count, 1, \nops
END comba_add_mul_by_\w\()_ahead_adx
        .endm

        ADD_MUL_BY 8, %rbp
        .set    fill, 0x80011
        ADD_MUL_BY 6, %r14, 5
        ADD_MUL_BY 7, %r15, 5
        ADD_MUL_BY 9, (%rsp), 5
