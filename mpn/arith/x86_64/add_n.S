/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64, in place of arith/add_n.c and arith/sub_n.c.

   comba_add_n: rp[0..n-1] = ap[0..n-1] + bp[0..n-1]; returns the carry, 0 or 1.
   comba_sub_n: rp[0..n-1] = ap[0..n-1] - bp[0..n-1]; returns the borrow, 0 or 1.
   comba_add_nc, comba_sub_nc: the same, with a carry (0 or 1) to add or subtract.

     mp_limb_t comba_add_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);
     mp_limb_t comba_sub_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);
     mp_limb_t comba_add_nc (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry);
     mp_limb_t comba_sub_nc (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry);

   System V AMD64: rp in rdi, ap in rsi, bp in rdx, n in rcx, carry in r8; result in rax.
   n >= 0.  rp may overlap ap if rp <= ap, and bp if rp <= bp.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags.
   Time depends on n alone.
   The latency of the carry bounds the loop: one cycle a limb. */

#include "arith/asm_x86.h"

#define RP %rdi
#define AP %rsi
#define BP %rdx
#define FOURS %rcx              /* n at first */
#define CARRY %r8d

        .macro  LOAD    i, reg, others:vararg
        mov     8*\i(AP), \reg
        .ifnb   \others
        LOAD    (\i+1), \others
        .endif
        .endm

        .macro  COMBINE op, i, reg, others:vararg
        \op     8*\i(BP), \reg
        .ifnb   \others
        COMBINE \op, (\i+1), \others
        .endif
        .endm

        .macro  STORE   i, reg, others:vararg
        mov     \reg, 8*\i(RP)
        .ifnb   \others
        STORE   (\i+1), \others
        .endif
        .endm

/* As many limbs as registers; the carry stays in its flag. */
        .macro  LIMBS   op, regs:vararg
        LOAD    0, \regs
        COMBINE \op, 0, \regs
        STORE   0, \regs
        .endm

        .macro  ADVANCE limbs
        lea     8*\limbs(AP), AP
        lea     8*\limbs(BP), BP
        lea     8*\limbs(RP), RP
        .endm

        .macro  RETURN
        mov     $0, %eax
        adc     %eax, %eax
        ret
        .endm

/* The first \limbs limbs; then the fours, if there are any. */
        .macro  FIRST   limbs, op, regs:vararg
        shr     $1, CARRY
        LIMBS   \op, \regs
        jrcxz   9f
        ADVANCE \limbs
        jmp     4f
9:      RETURN
        .endm

        .macro  CHAIN   name, name_with_carry, op
FUNCTION \name
        xor     CARRY, CARRY
        jmp     1f
END \name
FUNCTION \name_with_carry
1:      mov     %ecx, %eax
        shr     $2, FOURS
        and     $3, %eax
        jz      3f
        cmp     $2, %eax
        je      2f
        ja      1f
        FIRST   1, \op, %rax
2:      FIRST   2, \op, %rax, %r9
1:      FIRST   3, \op, %rax, %r9, %r10
3:      shr     $1, CARRY
        jrcxz   5f
        .p2align 5
4:      LIMBS   \op, %rax, %r9, %r10, %r11
        ADVANCE 4
        dec     FOURS
        jnz     4b
5:      RETURN
END \name_with_carry
        .endm

        CHAIN   comba_add_n, comba_add_nc, adc
        CHAIN   comba_sub_n, comba_sub_nc, sbb
