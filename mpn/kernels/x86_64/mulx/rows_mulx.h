/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Rows: products of n limbs by one limb b, which is in rdx, with mulx; r10 is n - 1.  For
   assembly files. */

#ifndef COMBA_MULX_ROWS
#define COMBA_MULX_ROWS

#include "arith/asm_x86.h"

#define RP %rdi
#define AP %rsi
#define SIXTEENS %rcx           /* for jrcxz */

/* 1 to 4 limbs: one carry chain forms the limbs of the product, a second one adds them to rp or
   subtracts them.  The carry out is in rax. */
        .macro  FEW     op, op_next, count
        .if     \count == 1
        mulx    (AP), %r8, %rax
        .elseif \count == 2
        mulx    (AP), %r8, %rcx
        mulx    8(AP), %r9, %rax
        add     %rcx, %r9
        .elseif \count == 3
        mulx    (AP), %r8, %rax
        mulx    8(AP), %r9, %rcx
        mulx    16(AP), %r10, %r11
        add     %rax, %r9
        adc     %rcx, %r10
        mov     %r11, %rax
        .else
        mulx    (AP), %r8, %rcx
        mulx    8(AP), %r9, %rax
        add     %rcx, %r9
        mulx    16(AP), %r10, %rcx
        adc     %rax, %r10
        mulx    24(AP), %r11, %rax
        adc     %rcx, %r11
        .endif
        .if     \count > 1
        adc     $0, %rax
        .endif
        \op     %r8, (RP)
        .if     \count > 1
        \op_next %r9, 8(RP)
        .endif
        .if     \count > 2
        \op_next %r10, 16(RP)
        .endif
        .if     \count > 3
        \op_next %r11, 24(RP)
        .endif
        adc     $0, %rax
        .endm

/* n = 0..4. */
        .macro  TO_4    op, op_next
        cmp     $2, %r10
        jg      4f
        je      3f
        test    %r10, %r10
        jg      2f
        je      1f
        xor     %eax, %eax
        ret
1:      FEW     \op, \op_next, 1
        ret
2:      FEW     \op, \op_next, 2
        ret
3:      FEW     \op, \op_next, 3
        ret
4:      FEW     \op, \op_next, 4
        ret
        .endm

/* n > 0: (n - 1) / 16 times 16 limbs, then 8 if needed, then the last 1 to 8.
   \limb i, below, high does limb i: it adds the high half from below and leaves its own in high.
   \fold sum adds the carries in the flags to sum; it may use r9.  \start sets the flags after
   test.  r8 is the carry in. */

/* The carry is in r8 after an even count, in rax after an odd one. */
        .macro  LIMBS   limb, count, from=0
        .set    limb_at, \from
        .rept   \count - \from
        .if     (limb_at & 1) == 0
        \limb   limb_at, %r8, %rax
        .else
        \limb   limb_at, %rax, %r8
        .endif
        .set    limb_at, limb_at + 1
        .endr
        .endm

        .macro  FOLD_INTO_RAX fold, count
        .if     \count & 1
        \fold   %rax
        .else
        \fold   %r8
        mov     %r8, %rax
        .endif
        .endm

        .macro  LAST    limb, start, fold, count
        \start
        LIMBS   \limb, \count
        FOLD_INTO_RAX \fold, \count
        ret
        .endm

/* All n limbs. */
        .macro  BY_LIMB limb, start, fold
        cmp     $8, %r10
        jae     22f
21:     TREE_OF_8 %r10b, 1, 2, 3, 4, 5, 6, 7, 8, LAST, \limb, \start, \fold
22:     mov     %r10, SIXTEENS
        shr     $4, SIXTEENS
        jz      24f
        test    %ecx, %ecx
        \start
        .p2align 5
23:     LIMBS   \limb, 16
        lea     128(AP), AP
        lea     128(RP), RP
        lea     -1(SIXTEENS), SIXTEENS
        jrcxz   25f
        jmp     23b
25:     \fold   %r8
24:     test    $8, %r10b
        jz      21b
        \start
        LIMBS   \limb, 8
        \fold   %r8
        lea     64(AP), AP
        lea     64(RP), RP
        jmp     21b
        .endm
#endif
