/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64.

   comba_sub_divide_3: rp[0..n-1] = (ap[0..n-1] - bp[0..n-1]) / 3 mod beta^n: the exact quotient if
   3 divides the difference and that is not negative.

     void comba_sub_divide_3 (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);

   System V AMD64: rp in rdi, ap in rsi, bp in rdx, n in rcx.
   n >= 0.  rp may equal ap or bp, or overlap neither.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbx, rbp, r12, r13.
   Time depends on n alone.
   Exact division from the low end (Jebelean 1993).

   One product a limb: 1/3 = -(beta-1)/3 mod beta.  With d a limb of the difference and p = d
   (beta-1)/3, the quotient limb is r - lo (p); then r becomes that minus hi (p) and the borrow.
   Four limbs of the difference are computed first, because mul destroys their borrow, which
   waits in a register as 0 or -1.  The latency of r bounds the loop: two cycles a limb. */

#include "arith/asm_x86.h"

#define RP %rdi
#define AP %rsi
#define BP %r8
#define COUNT %rcx
#define SINGLES %r9d
#define THIRD %r10                      /* (B-1) / 3 */
#define R %r11
#define BORROW %rbx
#define D1 %rbp
#define D2 %r12
#define D3 %r13

/* The quotient limb of the difference in rax. */
        .macro  DIVIDE  i
        mul     THIRD
        sub     %rax, R
        mov     R, 8*\i(RP)
        sbb     %rdx, R
        .endm

        .macro  ADVANCE limbs
        lea     8*\limbs(AP), AP
        lea     8*\limbs(BP), BP
        lea     8*\limbs(RP), RP
        .endm

/* n mod 4 limbs one by one, then four at a time. */
FUNCTION comba_sub_divide_3
        SAVE_ALL %rbx, %rbp, %r12, %r13
        mov     %rdx, BP
        movabs  $0x5555555555555555, THIRD
        xor     %r11d, %r11d
        xor     %ebx, %ebx
        mov     %ecx, SINGLES
        and     $3, SINGLES
        jz      2f
1:      add     BORROW, BORROW
        mov     (AP), %rax
        sbb     (BP), %rax
        sbb     BORROW, BORROW
        DIVIDE  0
        ADVANCE 1
        dec     SINGLES
        jnz     1b
2:      shr     $2, COUNT
        jz      4f
        .p2align 4
3:      add     BORROW, BORROW
        mov     (AP), %rax
        sbb     (BP), %rax
        mov     8(AP), D1
        sbb     8(BP), D1
        mov     16(AP), D2
        sbb     16(BP), D2
        mov     24(AP), D3
        sbb     24(BP), D3
        sbb     BORROW, BORROW
        DIVIDE  0
        mov     D1, %rax
        DIVIDE  1
        mov     D2, %rax
        DIVIDE  2
        mov     D3, %rax
        DIVIDE  3
        ADVANCE 4
        dec     COUNT
        jnz     3b
4:      RESTORE %r13
        RESTORE_ALL %rbx, %rbp, %r12
        ret
END comba_sub_divide_3
