/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64.  The sums of Toom-22's recomposition, in one pass.

   With L0, H0 = rp[0..h-1], rp[h..2h-1], L1 = rp[2h..3h-1], H1 = rp[3h..3h+top-1], and M = middle,
   LM and HM its lower and upper h limbs:

     x = H0 + L1 + L0 +- LM,  y = H0 + L1 + H1 +- HM

   comba_toom2_add_middle (+) and comba_toom2_sub_middle (-): rp[h..2h-1] = x mod beta^h,
   rp[2h..3h-1] = y mod beta^h; return floor (x / beta^h) and floor (y / beta^h), -1 to 3.

     struct comba_toom2_carries comba_toom2_add_middle (mp_ptr rp, mp_srcptr middle, mp_size_t h,
                                                        mp_size_t top);
     struct comba_toom2_carries comba_toom2_sub_middle (mp_ptr rp, mp_srcptr middle, mp_size_t h,
                                                        mp_size_t top);

   System V AMD64: rp in rdi, middle in rsi, h in rdx, top in rcx; result .x in rax, .y in rdx.
   h >= top >= 0, h >= 1.  middle has 2h limbs and does not overlap rp.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbx, rbp, r12-r15.
   Time depends on h and top alone.

   Limb by limb:

        A: t = H0 + L1,  B: x = t + L0,  C: x +- LM,  D: y = t + H1,  E: y +- HM

   where t waits in the place of L1.  Five carry chains alternate, four limbs each.  Between its
   turns a chain holds its carry in a register, as 0 or -1.  Above H1 chain D continues with
   zeros. */

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

/* Adds or subtracts the limbs at \at, or the number \at, with \carry (0 or -1). */
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
