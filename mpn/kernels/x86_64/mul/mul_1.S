/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64.  Products by one limb.

   comba_mul_by_1_mulq: rp[0..an] = ap[0..an-1] * bp[0]; returns rp[an].
   comba_mul_1_mulq: rp[0..n-1] + beta^n c = ap[0..n-1] * b + carry; returns c.
   comba_addmul_1_mulq: rp'[0..n-1] + beta^n c = rp[0..n-1] + ap[0..n-1] * b; returns c.
   comba_submul_1_mulq: rp'[0..n-1] - beta^n c = rp[0..n-1] - ap[0..n-1] * b; returns c.
   rp' is rp afterwards.

     mp_limb_t comba_mul_by_1_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);
     mp_limb_t comba_mul_1_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b,
                                 mp_limb_t carry);
     mp_limb_t comba_addmul_1_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);
     mp_limb_t comba_submul_1_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);

   System V AMD64: rp in rdi, ap in rsi, an or n in rdx, bp or b in rcx, carry in r8; result in rax.
   n >= 1 (comba_addmul_1_mulq: n >= 0), an >= 1.  rp may overlap ap if rp <= ap;
   in comba_mul_by_1_mulq it overlaps neither source.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; addmul and submul save and restore rbx,
   rbp.
   Time depends on n or an alone.

   The first 1 to 4 limbs are straight code, so that a multiple of four remains for the loop.
   Products are added in pairs, so that a carry waits for three additions every two limbs. */

#include "arith/asm_x86.h"

#define RP %rdi
#define AP %rsi
#define BP %rcx                 /* then b itself */
#define CARRY %r8
#define FOURS %r11              /* n at first */

/* rdx, rax = ap[i] b. */
        .macro  PRODUCT i
        mov     8*\i(AP), %rax
        mul     BP
        .endm

/* rdx, high, low = ap[i+1] b beta + ap[i] b + carry < beta^3. */
        .macro  TWO     i, low, high
        PRODUCT \i
        mov     %rax, \low
        mov     %rdx, \high
        PRODUCT (\i+1)
        add     CARRY, \low
        adc     %rax, \high
        adc     $0, %rdx
        .endm

/* The same, where rdx, rax is the first product already. */
        .macro  FIRST_TWO low, high
        mov     %rax, \low
        mov     %rdx, \high
        PRODUCT 1
        .endm

        .macro  SET_TWO i
        mov     %r9, 8*\i(RP)
        mov     %r10, 8*\i+8(RP)
        .endm

        .macro  ADVANCE limbs
        lea     8*\limbs(AP), AP
        lea     8*\limbs(RP), RP
        .endm

/* After the first \limbs limbs: if no fours remain, \finish, else on to 8.  The carry is in rdx. */
        .macro  FIRST   limbs, finish
        shr     $2, FOURS
        .if     \limbs == 4
        dec     FOURS
        .endif
        jnz     7f
        \finish \limbs
7:      ADVANCE \limbs
        .if     \limbs != 4
        jmp     8f
        .endif
        .endm

/* \finish i: everything is done except rp[i] = rdx. */
        .macro  RETURN  i
        mov     %rdx, %rax
        ret
        .endm

        .macro  STORE   i
        mov     %rdx, 8*\i(RP)
        RETURN  \i
        .endm

        .macro  ROW     finish
        mov     (AP), %rax
        mov     %rdx, FOURS
        mul     BP
        test    $1, FOURS
        jz      2f
        add     CARRY, %rax
        mov     %rax, (RP)
        adc     $0, %rdx
        test    $2, FOURS
        jnz     3f
        FIRST   1, \finish
3:      mov     %rdx, CARRY
        TWO     1, %r9, %r10
        SET_TWO 1
        FIRST   3, \finish
2:      FIRST_TWO %r9, %r10
        add     CARRY, %r9
        adc     %rax, %r10
        adc     $0, %rdx
        SET_TWO 0
        test    $2, FOURS
        jz      4f
        FIRST   2, \finish
4:      mov     %rdx, CARRY
        TWO     2, %r9, %r10
        SET_TWO 2
        FIRST   4, \finish
8:      mov     %rdx, CARRY
        .p2align 4
9:      TWO     0, %r9, %r10
        SET_TWO 0
        mov     %rdx, CARRY
        TWO     2, %r9, %r10
        SET_TWO 2
        mov     %rdx, CARRY
        ADVANCE 4
        dec     FOURS
        jnz     9b
        \finish 0
        .endm

FUNCTION comba_mul_by_1_mulq
        mov     (BP), BP
        xor     %r8d, %r8d
        ROW     STORE
END comba_mul_by_1_mulq

FUNCTION comba_mul_1_mulq
        ROW     RETURN
END comba_mul_1_mulq

/* Adds or subtracts a row: \op first, then \op_next with the carry. */
        .macro  TO_RP   op, op_next
        mov     (AP), %rax
        mov     %rdx, FOURS
        mul     BP
        test    $1, FOURS
        jz      2f
        test    $2, FOURS
        jnz     3f
        \op     %rax, (RP)
        adc     $0, %rdx
        FIRST   1, RETURN
3:      FIRST_TWO %r8, %r9
        add     %rax, %r9
        adc     $0, %rdx
        mov     %rdx, %r10
        PRODUCT 2
        add     %rax, %r10
        adc     $0, %rdx
        \op     %r8, (RP)
        \op_next %r9, 8(RP)
        \op_next %r10, 16(RP)
        adc     $0, %rdx
        FIRST   3, RETURN
2:      FIRST_TWO %r9, %r10
        add     %rax, %r10
        adc     $0, %rdx
        \op     %r9, (RP)
        \op_next %r10, 8(RP)
        adc     $0, %rdx
        test    $2, FOURS
        jz      4f
        FIRST   2, RETURN
4:      mov     %rdx, CARRY
        TWO     2, %r9, %r10
        \op     %r9, 16(RP)
        \op_next %r10, 24(RP)
        adc     $0, %rdx
        FIRST   4, RETURN
8:      SAVE    %rbx
        SAVE    %rbp
        mov     %rdx, CARRY
        .p2align 4
9:      TWO     0, %r9, %r10
        mov     %rdx, CARRY
        TWO     2, %rbx, %rbp
        \op     %r9, (RP)
        \op_next %r10, 8(RP)
        \op_next %rbx, 16(RP)
        \op_next %rbp, 24(RP)
        adc     $0, %rdx
        mov     %rdx, CARRY
        ADVANCE 4
        dec     FOURS
        jnz     9b
        RESTORE_ALL %rbx, %rbp
        RETURN  0
        .endm

FUNCTION comba_addmul_1_mulq
        test    %rdx, %rdx
        jz      1f
        TO_RP   add, adc
1:      xor     %eax, %eax
        ret
END comba_addmul_1_mulq

FUNCTION comba_submul_1_mulq
        TO_RP   sub, sbb
END comba_submul_1_mulq
