/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_addmul_1_fma (rp, ap, n, b), comba_submul_1_fma (rp, ap, n, b): the contract is that of comba_addmul_1_fn
   (kernels.h), n >= 1 to subtract.

   Beyond 4 limbs n mod 4 one by one, then four at a time: one chain of carries makes the product's limbs of low and
   high halves, the next one adds them to rp or subtracts them. */

#include "../by_limb.h"

#define COUNT %rcx
#define CARRY %r8

        .macro  ADVANCE limbs
        lea     8*\limbs(AP), AP
        lea     8*\limbs(RP), RP
        .endm

        .macro  TO_RP   op, i, limb
        mov     8*\i(RP), %rbx
        \op     \limb, %rbx
        mov     %rbx, 8*\i(RP)
        .endm

        .macro  BY_FOURS op, op_next
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        cmp     $4, %r10
        jge     5f
        TO_4    \op, \op_next
5:      SAVE    %rbx
        lea     1(%r10), COUNT
        lea     1(%r10), %eax
        xor     %r8d, %r8d
        and     $3, %eax
        jz      7f
6:      mulx    (AP), %r9, %r10
        add     CARRY, %r9
        adc     $0, %r10
        \op     %r9, (RP)
        adc     $0, %r10
        mov     %r10, CARRY
        ADVANCE 1
        dec     %eax
        jnz     6b
7:      shr     $2, COUNT
        .p2align 5
8:      mulx    (AP), %rax, %r9
        mulx    8(AP), %rbx, %r10
        add     CARRY, %rax
        adc     %rbx, %r9
        mulx    16(AP), %rbx, %r11
        adc     %rbx, %r10
        mulx    24(AP), %rbx, CARRY
        adc     %rbx, %r11
        adc     $0, CARRY
        TO_RP   \op, 0, %rax
        TO_RP   \op_next, 1, %r9
        TO_RP   \op_next, 2, %r10
        TO_RP   \op_next, 3, %r11
        adc     $0, CARRY
        ADVANCE 4
        dec     COUNT
        jnz     8b
        mov     CARRY, %rax
        RESTORE %rbx
        ret
        .endm

FUNCTION comba_addmul_1_fma
        BY_FOURS add, adc
END comba_addmul_1_fma

FUNCTION comba_submul_1_fma
        BY_FOURS sub, sbb
END comba_submul_1_fma
