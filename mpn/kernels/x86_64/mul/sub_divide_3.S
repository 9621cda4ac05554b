/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_sub_divide_3 (rp, ap, bp, n): rp = (ap - bp) / 3, for any x86-64.  The contract is in
   toom_linear.h.

   From the low end (Jebelean 1993), with one product a limb: 1/3 = -(B-1)/3 modulo B.
   With d a limb of the difference and p = d (B-1)/3, the quotient's limb is r - lo (p), and
   r becomes that less hi (p) and the borrow.  The differences of four limbs are made first, as mul
   destroys their borrow, which waits as 0 or -1.  Two cycles a limb, the latency of r. */

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

/* The quotient of rax. */
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
