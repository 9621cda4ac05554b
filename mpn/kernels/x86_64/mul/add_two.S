/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64.  Sums of three numbers, for Toom.

   comba_add_add_n: rp[0..n-1] + beta^n c = ap[0..n-1] + bp[0..n-1] + cp[0..n-1]; returns c, 0 to 2.
   comba_add_sub_n: the same for ap + bp - cp; returns c, -1 to 1.
   comba_sub_sub_n: the same for ap - bp - cp; returns c, -2 to 0.

     long comba_add_add_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_srcptr cp, mp_size_t n);
     long comba_add_sub_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_srcptr cp, mp_size_t n);
     long comba_sub_sub_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_srcptr cp, mp_size_t n);

   System V AMD64: rp in rdi, ap in rsi, bp in rdx, cp in rcx, n in r8; result in rax.
   n >= 0.  rp may equal any source, or overlap none; sources may be equal.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbx, rbp, r12.
   Time depends on n alone.

   Two carry chains alternate, four limbs each.  Between its turns a chain holds its carry in a
   register, as 0 or -1. */

#include "arith/asm_x86.h"

#define RP %rdi
#define AP %rsi
#define BP %rdx
#define CP %rcx
#define COUNT %r8
#define SINGLES %r9d
#define WITH_B %rbx
#define WITH_C %rbp

/* Adds or subtracts the limbs at \p, with \carry (0 or -1). */
        .macro  CHAIN   count, op, p, carry
        add     \carry, \carry
        \op     (\p), %rax
        .if     \count == 4
        \op     8(\p), %r10
        \op     16(\p), %r11
        \op     24(\p), %r12
        .endif
        sbb     \carry, \carry
        .endm

        .macro  LIMBS   count, b_op, c_op
        mov     (AP), %rax
        .if     \count == 4
        mov     8(AP), %r10
        mov     16(AP), %r11
        mov     24(AP), %r12
        .endif
        CHAIN   \count, \b_op, BP, WITH_B
        CHAIN   \count, \c_op, CP, WITH_C
        mov     %rax, (RP)
        .if     \count == 4
        mov     %r10, 8(RP)
        mov     %r11, 16(RP)
        mov     %r12, 24(RP)
        .endif
        lea     8*\count(AP), AP
        lea     8*\count(BP), BP
        lea     8*\count(CP), CP
        lea     8*\count(RP), RP
        .endm

/* n mod 4 limbs one by one, then four at a time. */
        .macro  SUMS    name, b_op, c_op
FUNCTION \name
        SAVE_ALL %rbx, %rbp, %r12
        xor     %ebx, %ebx
        xor     %ebp, %ebp
        mov     %r8d, SINGLES
        and     $3, SINGLES
        jz      2f
1:      LIMBS   1, \b_op, \c_op
        dec     SINGLES
        jnz     1b
2:      shr     $2, COUNT
        jz      4f
        .p2align 4
3:      LIMBS   4, \b_op, \c_op
        dec     COUNT
        jnz     3b
4:
        .ifc    \b_op, adc
        neg     WITH_B
        .endif
        .ifc    \c_op, adc
        neg     WITH_C
        .endif
        lea     (WITH_B, WITH_C), %rax
        RESTORE_ALL %rbx, %rbp, %r12
        ret
END \name
        .endm

        SUMS    comba_add_add_n, adc, adc
        SUMS    comba_add_sub_n, adc, sbb
        SUMS    comba_sub_sub_n, sbb, sbb
