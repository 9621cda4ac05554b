/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_add_add_n, comba_add_sub_n and comba_sub_sub_n (rp, ap, bp, cp, n):
   rp = ap + bp + cp, ap + bp - cp and ap - bp - cp, n limbs each; what is carried out is
   returned, -2 to 2.  For any x86-64; the contracts are in toom_linear.h.

   Two chains of carries, four limbs of one after the other; each carry waits in a register of its
   own, as 0 or -1. */

#include "arith/asm_x86.h"

#define RP %rdi
#define AP %rsi
#define BP %rdx
#define CP %rcx
#define COUNT %r8
#define SINGLES %r9d
#define WITH_B %rbx
#define WITH_C %rbp

/* The limbs <op>= those at \p, with \carry. */
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
