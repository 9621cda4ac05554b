/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64.  Divisions of Toom's interpolation (mul/toom/steps.c), without their shift.

   comba_divide_rows_submul_1: for p[0], x[0..n-1] = (x[0..n-1] - c y[0..n-1]) / d mod beta^n, and
   the same for x[n..2n-1] and y[n..2n-1].
   comba_divide_rows_submul_2: the same for p[0] and for p[1].
   comba_divide_rows_1, comba_divide_rows_2: the same with c = 0; y is not read.

     void comba_divide_rows_1 (const struct comba_toom_division *p, mp_size_t n);
     void comba_divide_rows_2 (const struct comba_toom_division *p, mp_size_t n);
     void comba_divide_rows_submul_1 (const struct comba_toom_division *p, mp_size_t n);
     void comba_divide_rows_submul_2 (const struct comba_toom_division *p, mp_size_t n);

   System V AMD64: p in rdi, n in rsi.
   n >= 1; d odd, inverse d = 1 mod beta, c + d < beta - 2.  x does not overlap y, nor the x of the
   other step.  The result is the exact quotient if d divides both numbers.  No scratch.
   Clobbers rax, rcx, rdx, rsi, r8-r11 and the flags; saves and restores rbx, rbp, r12-r15.
   Time depends on n alone.
   Exact division from the low end (Jebelean 1993).

   Each quotient limb waits for two products of the limb before it.  Dividing two or four numbers
   in one loop fills that latency. */

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

/* One limb of one number.  \borrow is what c y + q d of the limbs below borrows. */
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
