/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_recompose_pass_add and comba_recompose_pass_sub (rp, middle, h, top).
   The contract is in base.h.

   Five chains of carries, each of which waits in a byte while the others use the
   flag; four columns at a time.  About 4.5 cycles a column. */

#include "../asm.h"

#define RP %rdi
#define MP %rsi
#define H %rdx                          /* 8 h */
#define H3 %rbp                         /* 24 h */
#define COUNT %r8
#define BLOCKS (%rsp)
#define REST 8(%rsp)                    /* h - top */
#define SINGLES 16(%rsp)

/* Where the summands are; L and H are lower and upper halves of v0 (0), vinf (1)
   and the middle product (M).  x goes to H0, y to L1. */
#define L0 "%rdi"
#define H0 "%rdi, %rdx"
#define L1 "%rdi, %rdx, 2"
#define H1 "%rdi, %rbp"
#define LM "%rsi"
#define HM "%rsi, %rdx"

/* The carries of x = (H0 + L1) + L0 +- LM and y = (H0 + L1) + H1 +- HM. */
#define OF_BOTH %al
#define OF_L0 %bl
#define OF_LM %cl
#define OF_H1 %r14b
#define OF_HM %r15b

/* y, or x for one or two of its limbs: \op with what is at \base. */
        .macro  Y       limbs, op, base
        \op     (\base), %r8
        .if     \limbs == 4
        \op     8(\base), %r9
        \op     16(\base), %r10
        \op     24(\base), %r11
        .endif
        .endm

        .macro  X       limbs, op, base, at
        \op     8*\at(\base), %r12
        .if     \limbs > 1
        \op     8*\at+8(\base), %r13
        .endif
        .endm

        .macro  LOWER   limbs, op, at, y0, y1
        mov     \y0, %r12
        .if     \limbs > 1
        mov     \y1, %r13
        .endif
        add     $-1, OF_L0
        X       \limbs, adc, L0, \at
        setc    OF_L0
        add     $-1, OF_LM
        X       \limbs, \op, LM, \at
        setc    OF_LM
        mov     %r12, 8*\at(%rdi, %rdx)
        .if     \limbs > 1
        mov     %r13, 8*\at+8(%rdi, %rdx)
        .endif
        .endm

        .macro  COLUMNS limbs, op, top
        Y       \limbs, mov, L1
        add     $-1, OF_BOTH
        Y       \limbs, adc, H0
        setc    OF_BOTH
        LOWER   \limbs, \op, 0, %r8, %r9
        .if     \limbs == 4
        LOWER   \limbs, \op, 2, %r10, %r11
        .endif
        add     $-1, OF_H1
        .if     \top
        Y       \limbs, adc, H1
        .else
        adc     $0, %r8
        .if     \limbs == 4
        adc     $0, %r9
        adc     $0, %r10
        adc     $0, %r11
        .endif
        .endif
        setc    OF_H1
        add     $-1, OF_HM
        Y       \limbs, \op, HM
        setc    OF_HM
        mov     %r8, (%rdi, %rdx, 2)
        .if     \limbs == 4
        mov     %r9, 8(%rdi, %rdx, 2)
        mov     %r10, 16(%rdi, %rdx, 2)
        mov     %r11, 24(%rdi, %rdx, 2)
        .endif
        add     $8*\limbs, RP
        add     $8*\limbs, MP
        .endm

/* COUNT columns, with H1 if \top. */
        .macro  LOOPS   op, top
        mov     COUNT, BLOCKS
        shrq    $2, BLOCKS
        and     $3, COUNT
        jz      2f
        mov     COUNT, SINGLES
1:      COLUMNS 1, \op, \top
        decq    SINGLES
        jnz     1b
2:      cmpq    $0, BLOCKS
        je      4f
        .p2align 4
3:      COLUMNS 4, \op, \top
        decq    BLOCKS
        jnz     3b
4:
        .endm

        .macro  PASS    name, op, signed
FUNCTION \name
        SAVE    %rbx
        SAVE    %rbp
        SAVE    %r12
        SAVE    %r13
        SAVE    %r14
        SAVE    %r15
        sub     $24, %rsp
        .cfi_adjust_cfa_offset 24
        mov     %rcx, COUNT
        sub     %rcx, H
        mov     H, REST
        add     COUNT, H
        shl     $3, H
        lea     (H, H, 2), H3
        xor     %eax, %eax
        xor     %ebx, %ebx
        xor     %ecx, %ecx
        xor     %r14d, %r14d
        xor     %r15d, %r15d
        LOOPS   \op, 1
        mov     REST, COUNT
        LOOPS   \op, 0
        /* What is carried out of x, and of y. */
        lea     (%rax, %r14), %rdx
        add     %rbx, %rax
        \signed  %rcx, %rax
        \signed  %r15, %rdx
        add     $24, %rsp
        .cfi_adjust_cfa_offset -24
        RESTORE %r15
        RESTORE %r14
        RESTORE %r13
        RESTORE %r12
        RESTORE %rbp
        RESTORE %rbx
        ret
END \name
        .endm

        PASS    comba_recompose_pass_add, adc, add
        PASS    comba_recompose_pass_sub, sbb, sub
