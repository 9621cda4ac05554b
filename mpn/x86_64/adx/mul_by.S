/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_by_<w>_adx (rp, ap, an, bp), w = 1..8:
   rp[0..an+w-1] = ap[0..an-1] * bp[0..w-1]; returns rp[an+w-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).

   comba_add_mul_by_<w>_adx (rp, ap, an, bp), w = 6..8:
   rp[0..an+w-1] = rp[0..an-1] + ap[0..an-1] * bp[0..w-1]; otherwise the same. */

#include "columns.h"

/* One limb of b: a single chain, the carry in its flag.  \high becomes the high
   half, to which the next limb is added. */
        .macro  LIMB_BY_1 i, carried, high
        mulx    8*\i(AP), %rax, \high
        adc     \carried, %rax
        mov     %rax, 8*\i(RP)
        .endm

FUNCTION comba_mul_by_1_adx
        mov     (BP), %rax
        mov     %edx, %r10d
        mov     %rdx, %rcx
        mov     %rax, %rdx
        xor     %r8d, %r8d
        shr     $3, %rcx
        and     $7, %r10d
        jz      2f
1:      LIMB_BY_1 0, %r8, %r9
        mov     %r9, %r8
        lea     8(AP), AP
        lea     8(RP), RP
        dec     %r10d
        jnz     1b
2:      jrcxz   4f
3:      LIMB_BY_1 0, %r8, %r9
        LIMB_BY_1 1, %r9, %r8
        LIMB_BY_1 2, %r8, %r9
        LIMB_BY_1 3, %r9, %r8
        LIMB_BY_1 4, %r8, %r9
        LIMB_BY_1 5, %r9, %r8
        LIMB_BY_1 6, %r8, %r9
        LIMB_BY_1 7, %r9, %r8
        lea     64(AP), AP
        lea     64(RP), RP
        dec     %rcx
        jnz     3b
4:      mov     $0, %eax
        adc     %r8, %rax
        mov     %rax, (RP)
        ret
END comba_mul_by_1_adx

/* The first step leaves an - 1, which go two at a time; if their number is odd
   the first round begins with its second step.  COUNT is the register of acc[w]. */
        .macro  BY_COLUMNS w, count, add=0
        SAVE_ACC (\w + 1)
        mov     %rdx, \count
        FIRST_STEP \w, \add
        shr     \count
        mov     EVEN, ODD
        jnc     2f
        lea     8(AP), AP
        lea     8(RP), RP
        jz      3f
        .p2align 5
1:      STEP    \w, 0, EVEN, ODD, \add
2:      STEP    \w, 1, ODD, EVEN, \add
        lea     16(AP), AP
        lea     16(RP), RP
        dec     \count
        jnz     1b
3:      LAST_LIMBS \w, 0, EVEN
        RESTORE_ACC (\w + 1)
        ret
        .endm

/* A long a by w = 3, 4 limbs: there the additions of a step take longer than
   its products.  So the parts are exchanged: after an mod 8 limbs, a comes in
   blocks of eight, to which the limbs of b are the steps. */
        .macro  BY_BLOCKS w
        SAVE_ACC 9
        mov     %rdx, %r15
        mov     %edx, %ebp
        and     $7, %ebp
        mov     $0, %r8d
        mov     $0, %r10d
        mov     $0, %r11d
        mov     $0, %ebx
        jz      5f
4:      STEP    \w, 0, EVEN, ODD
        mov     ODD, EVEN
        lea     8(AP), AP
        lea     8(RP), RP
        dec     %ebp
        jnz     4b
5:      LAST_LIMBS \w, 0, EVEN
        xchg    AP, BP
        shr     $3, %r15
6:      FIRST_STEP 8, 1
        STEP    8, 1, EVEN, ODD, 1
        STEP    8, 2, ODD, EVEN, 1
        .if     \w == 3
        LAST_LIMBS 8, 3, EVEN
        .else
        STEP    8, 3, EVEN, ODD, 1
        LAST_LIMBS 8, 4, ODD
        .endif
        lea     64(BP), BP
        lea     64(RP), RP
        dec     %r15
        jnz     6b
        RESTORE_ACC 9
        ret
        .endm

/* The same for w = 2, where a block waits for the two limbs that the one before
   carries: they stay in %r13 and %r15. */
        .macro  BY_BLOCKS_2
        SAVE_ACC 9
        sub     $8, %rsp
        .cfi_adjust_cfa_offset 8
        mov     %edx, %ebp
        shr     $3, %rdx
        mov     %rdx, (%rsp)
        xor     %r8d, %r8d
        xor     %r10d, %r10d
        and     $7, %ebp
        jz      5f
4:      STEP    2, 0, EVEN, ODD
        mov     ODD, EVEN
        lea     8(AP), AP
        lea     8(RP), RP
        dec     %ebp
        jnz     4b
5:      xchg    AP, BP
        mov     EVEN, %r13
        mov     %r10, %r15
        .p2align 5
6:      FIRST_STEP 8, 0, %r13
        STEP    8, 1, EVEN, ODD, 0, 0, %r15
        LAST_LIMBS 8, 2, ODD
        mov     %r14, %r15
        lea     64(BP), BP
        lea     64(RP), RP
        decq    (%rsp)
        jnz     6b
        add     $8, %rsp
        .cfi_adjust_cfa_offset -8
        RESTORE_ACC 9
        ret
        .endm

        .macro  MUL_BY  w, count, blocks_from=0
FUNCTION comba_mul_by_\w\()_adx
        .if     \blocks_from
        cmp     $\blocks_from, %rdx
        jae     7f
        .endif
        BY_COLUMNS \w, \count
        .if     \blocks_from
7:
        .if     \w == 2
        BY_BLOCKS_2
        .else
        BY_BLOCKS \w
        .endif
        .endif
END comba_mul_by_\w\()_adx
        .endm

        .set    fill, 0xffe
        MUL_BY  2, %r11, 8
        MUL_BY  3, %rbx, 8
        MUL_BY  4, %rbp, 8
        MUL_BY  5, %r12
        MUL_BY  6, %r13
        MUL_BY  7, %r14
        MUL_BY  8, %r15

        .macro  ADD_MUL_BY w, count
FUNCTION comba_add_mul_by_\w\()_adx
        BY_COLUMNS \w, \count, 1
END comba_add_mul_by_\w\()_adx
        .endm

        ADD_MUL_BY 6, %r13
        ADD_MUL_BY 7, %r14
        .set    fill, 0x100fff
        ADD_MUL_BY 8, %r15
