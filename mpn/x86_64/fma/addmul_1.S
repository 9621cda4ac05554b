/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_addmul_1_fma (rp, ap, n, b): the contract is that of comba_addmul_1_fn (kernels.h).

   n mod 4 limbs one by one, then four at a time: one chain of carries makes the product's limbs of low and high
   halves, the next one adds them to rp. */

#include "../asm.h"

#define RP %rdi
#define AP %rsi
#define COUNT %rcx
#define CARRY %r8

        .macro  ADVANCE limbs
        lea     8*\limbs(AP), AP
        lea     8*\limbs(RP), RP
        .endm

FUNCTION comba_addmul_1_fma
        SAVE    %rbx
        mov     %rdx, %rax
        mov     %rcx, %rdx
        mov     %rax, COUNT
        xor     %r8d, %r8d
        and     $3, %eax
        jz      2f
1:      mulx    (AP), %r9, %r10
        add     CARRY, %r9
        adc     $0, %r10
        add     %r9, (RP)
        adc     $0, %r10
        mov     %r10, CARRY
        ADVANCE 1
        dec     %eax
        jnz     1b
2:      shr     $2, COUNT
        jz      4f
        .p2align 5
3:      mulx    (AP), %rax, %r9
        mulx    8(AP), %rbx, %r10
        add     CARRY, %rax
        adc     %rbx, %r9
        mulx    16(AP), %rbx, %r11
        adc     %rbx, %r10
        mulx    24(AP), %rbx, CARRY
        adc     %rbx, %r11
        adc     $0, CARRY
        add     (RP), %rax
        mov     %rax, (RP)
        adc     8(RP), %r9
        mov     %r9, 8(RP)
        adc     16(RP), %r10
        mov     %r10, 16(RP)
        adc     24(RP), %r11
        mov     %r11, 24(RP)
        adc     $0, CARRY
        ADVANCE 4
        dec     COUNT
        jnz     3b
4:      mov     CARRY, %rax
        RESTORE %rbx
        ret
END comba_addmul_1_fma
