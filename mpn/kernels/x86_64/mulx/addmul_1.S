/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx (BMI2).

   comba_addmul_1_mulx: rp'[0..n-1] + beta^n c = rp[0..n-1] + ap[0..n-1] * b; returns c.
   comba_submul_1_mulx: rp'[0..n-1] - beta^n c = rp[0..n-1] - ap[0..n-1] * b; returns c.
   rp' is rp afterwards.

     mp_limb_t comba_addmul_1_mulx (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);
     mp_limb_t comba_submul_1_mulx (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);

   System V AMD64: rp in rdi, ap in rsi, n in rdx, b in rcx; result in rax.
   n >= 0 (submul: n >= 1).  rp may overlap ap if rp <= ap.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbx (n > 4).
   Time depends on n alone.

   Up to 4 limbs are straight code; otherwise n mod 4 limbs, then four at a time.  One carry
   chain forms the limbs of the product from low and high halves, a second one adds them to rp or
   subtracts them. */

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
        .p2align 6
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
