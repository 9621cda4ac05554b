/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_toom2_add_middle and comba_toom2_sub_middle (rp, middle, h, top), for any x86-64.
   The contract is in toom_linear.h.

   With L and H the lower and upper h limbs of v0, vinf and M = middle, limb by limb

        A: t = H0 + L1,  B: x = t + L0,  C: x +- LM,  D: y = t + H1,  E: y +- HM

   and x takes the place of H0, y that of L1, where t waits.  Five chains of carries, four limbs of
   one after the other; each carry waits in a register of its own, as 0 or -1, so that no chain
   waits for another one.  Where H1 has ended chain D goes on with zeros. */

#include "arith/asm_x86.h"

#define RP %rdi
#define M %rsi
#define H %rdx                          /* in bytes */
#define TOP %rcx
#define H1 %r8
#define L0_IS "(%rdi)"
#define H0_IS "(%rdi, %rdx)"
#define L1_IS "(%rdi, %rdx, 2)"
#define H1_IS "(%r8)"
#define LM_IS "(%rsi)"
#define HM_IS "(%rsi, %rdx)"
#define R0 %rax
#define R1 %r9
#define R2 %r10
#define R3 %r11
#define A %rbx
#define B %rbp
#define C %r12
#define D %r13
#define E %r14
#define COUNT %r15

/* The limbs <op>= those at \at, or the number \at, with \carry. */
        .macro  CHAIN   op, count, at, carry, is_number=0
        add     \carry, \carry
        .if     \is_number
        \op     \at, R0
        .if     \count == 4
        \op     \at, R1
        \op     \at, R2
        \op     \at, R3
        .endif
        .else
        \op     0\at, R0
        .if     \count == 4
        \op     8\at, R1
        \op     16\at, R2
        \op     24\at, R3
        .endif
        .endif
        sbb     \carry, \carry
        .endm

        .macro  LOAD    count, at
        mov     0\at, R0
        .if     \count == 4
        mov     8\at, R1
        mov     16\at, R2
        mov     24\at, R3
        .endif
        .endm

        .macro  STORE   count, at
        mov     R0, 0\at
        .if     \count == 4
        mov     R1, 8\at
        mov     R2, 16\at
        mov     R3, 24\at
        .endif
        .endm

        .macro  LIMBS   op, count, high
        LOAD    \count, H0_IS
        CHAIN   adc, \count, L1_IS, A
        STORE   \count, L1_IS
        CHAIN   adc, \count, L0_IS, B
        CHAIN   \op, \count, LM_IS, C
        STORE   \count, H0_IS
        LOAD    \count, L1_IS
        .if     \high
        CHAIN   adc, \count, H1_IS, D
        lea     8*\count(H1), H1
        .else
        CHAIN   adc, \count, $0, D, 1
        .endif
        CHAIN   \op, \count, HM_IS, E
        STORE   \count, L1_IS
        lea     8*\count(RP), RP
        lea     8*\count(M), M
        dec     COUNT
        .endm

/* \n limbs: n mod 4 one by one, then four at a time. */
        .macro  PART    op, n, high
        mov     \n, COUNT
        and     $3, COUNT
        jz      2f
1:      LIMBS   \op, 1, \high
        jnz     1b
2:      mov     \n, COUNT
        shr     $2, COUNT
        jz      4f
        .p2align 4
3:      LIMBS   \op, 4, \high
        jnz     3b
4:
        .endm

        .macro  SUMS    name, op
FUNCTION \name
        SAVE_ALL %rbx, %rbp, %r12, %r13, %r14, %r15
        mov     H, %rax
        sub     TOP, %rax
        push    %rax                    /* limbs without H1 */
        .cfi_adjust_cfa_offset 8
        shl     $3, H
        lea     (RP, H, 2), H1
        add     H, H1
        xor     %ebx, %ebx
        xor     %ebp, %ebp
        xor     %r12d, %r12d
        xor     %r13d, %r13d
        xor     %r14d, %r14d
        PART    \op, TOP, 1
        pop     TOP
        .cfi_adjust_cfa_offset -8
        PART    \op, TOP, 0
        .ifc    \op, adc
        neg     C
        neg     E
        .endif
        mov     C, %rax
        sub     A, %rax
        sub     B, %rax
        mov     E, %rdx
        sub     A, %rdx
        sub     D, %rdx
        RESTORE_ALL %rbx, %rbp, %r12, %r13, %r14, %r15
        ret
END \name
        .endm

        SUMS    comba_toom2_add_middle, adc
        SUMS    comba_toom2_sub_middle, sbb
