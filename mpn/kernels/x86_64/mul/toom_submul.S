/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64, in place of the C function in mul/toom/steps.c.

   comba_toom_submul: x[0..n-1] = x[0..n-1] - c y[0..n-1] mod beta^n, and the same for x[n..2n-1]
   and y[n..2n-1].

     void comba_toom_submul (mp_ptr x, mp_srcptr y, mp_size_t n, mp_limb_t c);

   System V AMD64: x in rdi, y in rsi, n in rdx, c in rcx.
   n >= 0.  x does not overlap y.  No scratch.
   Clobbers rax, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbx, rbp, r12-r15.
   Time depends on n alone. */

#include "arith/asm_x86.h"

#define XP %rdi
#define YP %rsi
#define C %rcx
#define BORROW %rbx                     /* a limb, from the limbs below */
#define N %rbp
#define COUNT %r14
#define NUMBERS %r15d

FUNCTION comba_toom_submul
        SAVE_ALL %rbx, %rbp, %r12, %r13, %r14, %r15
        mov     %rdx, N
        mov     $2, NUMBERS
1:      xor     %ebx, %ebx
        mov     N, COUNT
        and     $3, COUNT
        jz      3f
        /* n mod 4 limbs one by one. */
2:      mov     (YP), %rax
        mul     C
        add     BORROW, %rax
        adc     $0, %rdx
        sub     %rax, (XP)
        adc     $0, %rdx
        mov     %rdx, BORROW
        add     $8, YP
        add     $8, XP
        dec     COUNT
        jnz     2b
3:      mov     N, COUNT
        shr     $2, COUNT
        jz      5f
        .p2align 4
        /* Four limbs: forms their products, adds these up, and subtracts the sum. */
4:      mov     (YP), %rax
        mul     C
        mov     %rax, %r8
        mov     %rdx, %r9
        mov     8(YP), %rax
        mul     C
        mov     %rax, %r10
        mov     %rdx, %r11
        mov     16(YP), %rax
        mul     C
        mov     %rax, %r12
        mov     %rdx, %r13
        mov     24(YP), %rax
        mul     C
        add     BORROW, %r8
        adc     %r9, %r10
        adc     %r11, %r12
        adc     %r13, %rax
        adc     $0, %rdx
        mov     (XP), %r9
        mov     8(XP), %r11
        mov     16(XP), %r13
        mov     24(XP), BORROW
        sub     %r8, %r9
        sbb     %r10, %r11
        sbb     %r12, %r13
        sbb     %rax, BORROW
        mov     %r9, (XP)
        mov     %r11, 8(XP)
        mov     %r13, 16(XP)
        mov     BORROW, 24(XP)
        adc     $0, %rdx
        mov     %rdx, BORROW
        lea     32(YP), YP
        lea     32(XP), XP
        dec     COUNT
        jnz     4b
5:      dec     NUMBERS
        jnz     1b
        RESTORE_ALL %rbx, %rbp, %r12, %r13, %r14, %r15
        ret
END comba_toom_submul
