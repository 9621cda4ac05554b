/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_divide_rows_<count> and comba_divide_rows_submul_<count> (p, n), count = 1, 2.
   The contract is in toom_linear.h; how is said in mul/toom/steps.c.

   A limb's quotient waits for two products of the limb before, some nine cycles, in
   which those of the other numbers are made: two for one step, four for two. */

#include "arith/asm_x86.h"

/* struct comba_toom_division. */
#define X_OF(i) 48*i(P)
#define Y_OF(i) 48*i + 8(P)
#define C_OF(i) 48*i + 16(P)
#define D_OF(i) 48*i + 24(P)
#define INVERSE_OF(i) 48*i + 32(P)

#define P %rdi
#define COUNT %rsi
#define N %rcx
#define X0 %r8
#define Y0 %r9
#define X1 %r10
#define Y1 %r11
#define Q %rbx
#define MORE %rbp

/* A limb of one number: \borrow is c y + q d of the limbs below. */
        .macro  LIMB    submul, step, x, y, borrow
        .if     \submul
        mov     (\y), %rax
        mulq    C_OF (\step)
        mov     (\x), Q
        sub     %rax, Q
        adc     $0, %rdx
        sub     \borrow, Q
        adc     $0, %rdx
        mov     %rdx, MORE
        .else
        mov     (\x), Q
        sub     \borrow, Q
        sbb     MORE, MORE
        .endif
        imul    INVERSE_OF (\step), Q
        mov     Q, (\x)
        mov     Q, %rax
        mulq    D_OF (\step)
        .if     \submul
        lea     (MORE, %rdx), \borrow
        .else
        mov     %rdx, \borrow
        sub     MORE, \borrow
        .endif
        .endm

        .macro  DIVIDE  name, count, submul
FUNCTION \name
        SAVE_ALL %rbx, %rbp, %r12, %r13, %r14, %r15
        mov     COUNT, N
        mov     X_OF (0), X0
        mov     Y_OF (0), Y0
        xor     %r12d, %r12d
        xor     %r13d, %r13d
        .if     \count == 2
        mov     X_OF (1), X1
        mov     Y_OF (1), Y1
        xor     %r14d, %r14d
        xor     %r15d, %r15d
        .endif
        .p2align 4
1:      LIMB    \submul, 0, X0, Y0, %r12
        LIMB    \submul, 0, "%r8, %rcx, 8", "%r9, %rcx, 8", %r13
        add     $8, X0
        add     $8, Y0
        .if     \count == 2
        LIMB    \submul, 1, X1, Y1, %r14
        LIMB    \submul, 1, "%r10, %rcx, 8", "%r11, %rcx, 8", %r15
        add     $8, X1
        add     $8, Y1
        .endif
        dec     COUNT
        jnz     1b
        RESTORE_ALL %rbx, %rbp, %r12, %r13, %r14, %r15
        ret
END \name
        .endm

        DIVIDE  comba_divide_rows_1, 1, 0
        DIVIDE  comba_divide_rows_2, 2, 0
        DIVIDE  comba_divide_rows_submul_1, 1, 1
        DIVIDE  comba_divide_rows_submul_2, 2, 1
