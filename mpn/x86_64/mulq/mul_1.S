/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_by_1_mulq (rp, ap, an, bp):
   rp[0..an] = ap[0..an-1] * bp[0]; returns rp[an].
   The contract is that of comba_mul_fixed_fn (kernels.h).

   comba_mul_1_mulq (rp, ap, n, b, carry): the contract is that of comba_mul_1_fn (kernels.h).

   comba_addmul_1_mulq (rp, ap, n, b), comba_submul_1_mulq (rp, ap, n, b): that of comba_addmul_1_fn.

   n mod 4 limbs one by one, then four at a time. */

#include "../asm.h"

#define RP %rdi
#define AP %rsi
#define BP %rcx                 /* then b itself */
#define CARRY %r8
#define SINGLES %r9
#define FOURS %r10

/* The high half of a product and its carry are less than beta, so that what is carried is one
   limb, with rp[i] as well.  rp - a b = beta^n - 1 - (beta^n - 1 - rp + a b), and not leaves the carry. */
        .macro  LIMB    i, kind
        mov     8*\i(AP), %rax
        mul     BP
        .ifc    \kind, add
        add     8*\i(RP), %rax
        adc     $0, %rdx
        .endif
        .ifc    \kind, subtract
        mov     8*\i(RP), %r11
        not     %r11
        add     %r11, %rax
        adc     $0, %rdx
        .endif
        add     CARRY, %rax
        mov     $0, %r8d
        .ifc    \kind, subtract
        not     %rax
        .endif
        mov     %rax, 8*\i(RP)
        adc     %rdx, CARRY
        .endm

        .macro  ROW     kind
        mov     %rdx, FOURS
        and     $3, %edx
        jz      2f
        mov     %rdx, SINGLES
1:      LIMB    0, \kind
        lea     8(AP), AP
        lea     8(RP), RP
        dec     SINGLES
        jnz     1b
2:      shr     $2, FOURS
        jz      4f
        .p2align 4
3:      LIMB    0, \kind
        LIMB    1, \kind
        LIMB    2, \kind
        LIMB    3, \kind
        lea     32(AP), AP
        lea     32(RP), RP
        dec     FOURS
        jnz     3b
4:      mov     CARRY, %rax
        .endm

FUNCTION comba_mul_by_1_mulq
        mov     (BP), BP
        xor     %r8d, %r8d
        ROW     set
        mov     %rax, (RP)
        ret
END comba_mul_by_1_mulq

FUNCTION comba_mul_1_mulq
        ROW     set
        ret
END comba_mul_1_mulq

FUNCTION comba_addmul_1_mulq
        xor     %r8d, %r8d
        ROW     add
        ret
END comba_addmul_1_mulq

FUNCTION comba_submul_1_mulq
        xor     %r8d, %r8d
        ROW     subtract
        ret
END comba_submul_1_mulq
