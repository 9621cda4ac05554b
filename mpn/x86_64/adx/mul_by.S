/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_by_<w>_adx (rp, ap, an, bp), w = 1..8:
   rp[0..an+w-1] = ap[0..an-1] * bp[0..w-1]; returns rp[an+w-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).

   comba_add_mul_by_8_adx (rp, ap, an, bp):
   rp[0..an+7] = rp[0..an-1] + ap[0..an-1] * bp[0..7]; otherwise the same. */

#include "columns.h"

/* One limb of b: a single chain. */
FUNCTION comba_mul_by_1_adx
        mov     (BP), %rax
        mov     %rdx, %rcx
        mov     %rax, %rdx
        xor     %r8d, %r8d
        test    $3, %cl
        jz      2f
1:      mulx    (AP), %rax, %r9
        add     %r8, %rax
        mov     %rax, (RP)
        adc     $0, %r9
        mov     %r9, %r8
        lea     8(AP), AP
        lea     8(RP), RP
        dec     %rcx
        test    $3, %cl
        jnz     1b
2:      shr     $2, %rcx
        jz      4f
3:      mulx    (AP), %rax, %r9
        mulx    8(AP), %r10, %r11
        add     %r8, %rax
        mov     %rax, (RP)
        adc     %r10, %r9
        mov     %r9, 8(RP)
        mulx    16(AP), %rax, %r9
        mulx    24(AP), %r10, %r8
        adc     %rax, %r11
        mov     %r11, 16(RP)
        adc     %r10, %r9
        mov     %r9, 24(RP)
        adc     $0, %r8
        lea     32(AP), AP
        lea     32(RP), RP
        dec     %rcx
        jnz     3b
4:      mov     %r8, (RP)
        mov     %r8, %rax
        ret
END comba_mul_by_1_adx

/* The first step leaves an - 1, which go two at a time; if their number is odd
   the first round begins with its second step.  COUNT is the register of acc[w]. */
        .macro  MUL_BY  name, w, count, add=0
FUNCTION \name
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
END \name
        .endm

        MUL_BY  comba_mul_by_2_adx, 2, %r11
        MUL_BY  comba_mul_by_3_adx, 3, %rbx
        MUL_BY  comba_mul_by_4_adx, 4, %rbp
        MUL_BY  comba_mul_by_5_adx, 5, %r12
        MUL_BY  comba_mul_by_6_adx, 6, %r13
        MUL_BY  comba_mul_by_7_adx, 7, %r14
        MUL_BY  comba_mul_by_8_adx, 8, %r15
        MUL_BY  comba_add_mul_by_8_adx, 8, %r15, 1
