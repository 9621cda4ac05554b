/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_addmul_1_mulx (rp, ap, n, b), comba_submul_1_mulx (rp, ap, n, b): the contract is that of comba_addmul_1_fn
   (dispatch/config.h), n >= 1 to subtract.

   Beyond 4 limbs n mod 4 straight, then four at a time: one chain of carries makes the product's limbs of low and
   high halves, the next one adds them to rp or subtracts them. */

#include "kernels/x86_64/mulx/rows_mulx.h"

#define COUNT %rbx
#define CARRY %r8

        .macro  ADVANCE limbs
        lea     8*\limbs(AP), AP
        lea     8*\limbs(RP), RP
        .endm

        .macro  BY_FOURS op, op_next
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        cmp     $4, %r10
        jge     5f
        TO_4    \op, \op_next
5:      SAVE    COUNT
        lea     1(%r10), COUNT
        xor     %eax, %eax
        test    $1, %bl
        jz      6f
        test    $2, %bl
        jnz     7f
        FEW     \op, \op_next, 1
        ADVANCE 1
        jmp     8f
7:      FEW     \op, \op_next, 3
        ADVANCE 3
        jmp     8f
6:      test    $2, %bl
        jz      8f
        FEW     \op, \op_next, 2
        ADVANCE 2
8:      mov     %rax, CARRY
        shr     $2, COUNT
        .p2align 4
9:      mulx    (AP), %rax, %r9
        mulx    8(AP), %rcx, %r10
        add     CARRY, %rax
        adc     %rcx, %r9
        mulx    16(AP), %rcx, %r11
        adc     %rcx, %r10
        mulx    24(AP), %rcx, CARRY
        adc     %rcx, %r11
        adc     $0, CARRY
        \op     %rax, (RP)
        \op_next %r9, 8(RP)
        \op_next %r10, 16(RP)
        \op_next %r11, 24(RP)
        adc     $0, CARRY
        ADVANCE 4
        dec     COUNT
        jnz     9b
        mov     CARRY, %rax
        RESTORE COUNT
        ret
        .endm

FUNCTION comba_addmul_1_mulx
        BY_FOURS add, adc
END comba_addmul_1_mulx

FUNCTION comba_submul_1_mulx
        BY_FOURS sub, sbb
END comba_submul_1_mulx
