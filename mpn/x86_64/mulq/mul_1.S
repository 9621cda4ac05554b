/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_by_1_mulq (rp, ap, an, bp):
   rp[0..an] = ap[0..an-1] * bp[0]; returns rp[an].
   The contract is that of comba_mul_fixed_fn (kernels.h).

   comba_mul_1_mulq (rp, ap, n, b, carry): the contract is that of comba_mul_1_fn (kernels.h).

   comba_addmul_1_mulq (rp, ap, n, b), comba_submul_1_mulq (rp, ap, n, b): that of comba_addmul_1_fn.

   To set rp: n mod 4 limbs one by one, then four at a time.  To add to it, or subtract: one limb, then four at a time,
   where the first four may be fewer. */

#include "../asm.h"

#define RP %rdi
#define AP %rsi
#define BP %rcx                 /* then b itself */
#define CARRY %r8
#define SINGLES %r9
#define FOURS %r10

/* The high half of a product and its carry are less than beta. */
        .macro  LIMB    i
        mov     8*\i(AP), %rax
        mul     BP
        add     CARRY, %rax
        mov     $0, %r8d
        mov     %rax, 8*\i(RP)
        adc     %rdx, CARRY
        .endm

        .macro  ROW
        mov     %rdx, FOURS
        and     $3, %edx
        jz      2f
        mov     %rdx, SINGLES
1:      LIMB    0
        lea     8(AP), AP
        lea     8(RP), RP
        dec     SINGLES
        jnz     1b
2:      shr     $2, FOURS
        jz      4f
        .p2align 4
3:      LIMB    0
        LIMB    1
        LIMB    2
        LIMB    3
        lea     32(AP), AP
        lea     32(RP), RP
        dec     FOURS
        jnz     3b
4:      mov     CARRY, %rax
        .endm

FUNCTION comba_mul_by_1_mulq
        mov     (BP), BP
        xor     %r8d, %r8d
        ROW
        mov     %rax, (RP)
        ret
END comba_mul_by_1_mulq

FUNCTION comba_mul_1_mulq
        ROW
        ret
END comba_mul_1_mulq

/* limb is added to rp[i], or subtracted; the next one of the product becomes high, and its high half limb.  Both carries
   are in flags for one instruction only, and what is in memory is not waited for. */
        .macro  NEXT    i, op, limb, high
        mov     8*\i+8(AP), %rax
        mul     BP
        \op     \limb, 8*\i(RP)
        adc     %rax, \high
        mov     $0, \limb
        adc     %rdx, \limb
        .endm

/* \op to rp; SKIPPED limbs of the first four are not there. */
#define SKIPPED %r11
        .macro  TO_RP   op
        mov     %rdx, FOURS
        mov     (AP), %rax
        mul     BP
        mov     %rax, %r8
        mov     %rdx, %r9
        sub     $1, FOURS
        jz      29f
        mov     %r10d, %r11d
        neg     %r11d
        and     $3, %r11d
        add     SKIPPED, FOURS
        shr     $2, FOURS
        lea     0(, SKIPPED, 8), %rax
        sub     %rax, AP
        sub     %rax, RP
        test    $2, %r11b
        jnz     12f
        test    $1, %r11b
        jz      20f
        xchg    %r8, %r9
        jmp     21f
12:     test    $1, %r11b
        jz      22f
        xchg    %r8, %r9
        jmp     23f
        .p2align 4
20:     NEXT    0, \op, %r8, %r9
21:     NEXT    1, \op, %r9, %r8
22:     NEXT    2, \op, %r8, %r9
23:     NEXT    3, \op, %r9, %r8
        lea     32(AP), AP
        lea     32(RP), RP
        dec     FOURS
        jnz     20b
29:     \op     %r8, (RP)
        adc     $0, %r9
        mov     %r9, %rax
        ret
        .endm

FUNCTION comba_addmul_1_mulq
        test    %rdx, %rdx
        jz      1f
        TO_RP   add
1:      xor     %eax, %eax
        ret
END comba_addmul_1_mulq

FUNCTION comba_submul_1_mulq
        TO_RP   sub
END comba_submul_1_mulq
