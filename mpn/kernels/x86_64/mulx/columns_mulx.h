/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of a by w limbs of b, w = 2..5, by mulx, add and adc.  For assembly files.

   The w accumulators stay in registers.  A step takes one limb of a.  mulx leaves the flags alone,
   but one carry flag allows one chain at a time.  First all low halves:

        acc[k] += lo (a b[k]),                  k = 0..w-1

   Then acc[0] goes out.  Next all high halves, each in a register of its own:

        acc'[k-1] = hi (a b[k-1]) + acc[k],     k = 1..w

   where acc[w] is the carry out of the first chain, already added to hi (a b[w-1]).  So the
   registers of the high halves become the accumulators of the next step, whose high halves go to
   the registers of this step's accumulators.

   Bound: the accumulators and the limbs that went out are the product of b by the limbs of a so
   far, so nothing carries out of acc'[w-1]. */

#include "arith/asm_x86.h"

#define RP %rdi
#define AP %rsi
#define BP %rcx

/* The two groups of registers, which alternate. */
#define SET_0 %r8, %r9, %r10, %r11, %rbx
#define SET_1 %r12, %r13, %r14, %r15, %rbp

        .macro  SAVE_SETS w
        .if     \w > 4
        SAVE    %rbx
        .endif
        SAVE_ALL %r12, %r13
        .if     \w > 2
        SAVE    %r14
        .endif
        .if     \w > 3
        SAVE    %r15
        .endif
        .if     \w > 4
        SAVE    %rbp
        .endif
        .endm
        .macro  RESTORE_SETS w
        .if     \w > 4
        RESTORE %rbp
        .endif
        .if     \w > 3
        RESTORE %r15
        .endif
        .if     \w > 2
        RESTORE %r14
        .endif
        RESTORE_ALL %r12, %r13
        .if     \w > 4
        RESTORE %rbx
        .endif
        .endm

/* The first step, without accumulators.  With \add = 1 every step adds rp[0] where the second
   chain begins.  No accumulator carries out of the highest one: the product by b and the limbs
   in rp fit. */
        .macro  FIRST_STEP w, add, h0, h1, h2, h3, h4
        mov     (AP), %rdx
        mulx    (BP), %rax, \h0
        .if     \add
        add     (RP), %rax
        .endif
        mov     %rax, (RP)
        FIRST_CELL \w, \add, 1, \h0, \h1
        FIRST_CELL \w, \add, 2, \h1, \h2
        FIRST_CELL \w, \add, 3, \h2, \h3
        FIRST_CELL \w, \add, 4, \h3, \h4
        .endm
        .macro  FIRST_CELL w, add, k, prev, cur
        .if     \k < \w
        mulx    8*\k(BP), %rax, \cur
        .if     \k > 1 || \add
        adc     %rax, \prev
        .else
        add     %rax, \prev
        .endif
        .if     \k == \w - 1
        adc     $0, \cur
        .endif
        .endif
        .endm

/* A step with a[j]; its limb goes to rp[j]. */
        .macro  STEP    w, j, add, a0, a1, a2, a3, a4, h0, h1, h2, h3, h4
        mov     8*(\j)(AP), %rdx
        mulx    (BP), %rax, \h0
        add     %rax, \a0
        .if     \add == 0
        mov     \a0, 8*(\j)(RP)
        .endif
        LOW_CELL \w, 1, \a1, \h1
        LOW_CELL \w, 2, \a2, \h2
        LOW_CELL \w, 3, \a3, \h3
        LOW_CELL \w, 4, \a4, \h4
        .if     \add
        add     8*(\j)(RP), \a0
        mov     \a0, 8*(\j)(RP)
        adc     \a1, \h0
        .else
        add     \a1, \h0
        .endif
        HIGH_CELL \w, 2, \a2, \h1
        HIGH_CELL \w, 3, \a3, \h2
        HIGH_CELL \w, 4, \a4, \h3
        .if     \w == 2
        adc     $0, \h1
        .elseif \w == 3
        adc     $0, \h2
        .elseif \w == 4
        adc     $0, \h3
        .else
        adc     $0, \h4
        .endif
        .endm
        .macro  LOW_CELL w, k, acc, high
        .if     \k < \w
        mulx    8*\k(BP), %rax, \high
        adc     %rax, \acc
        .if     \k == \w - 1
        adc     $0, \high
        .endif
        .endif
        .endm
        .macro  HIGH_CELL w, k, acc, high
        .if     \k < \w
        adc     \acc, \high
        .endif
        .endm

/* Stores the accumulators to rp[n..n+w-1], and the top one also to rax. */
        .macro  LAST_LIMBS w, n, a0, a1, a2, a3, a4
        LAST_CELL \w, 0, \n, \a0
        LAST_CELL \w, 1, \n, \a1
        LAST_CELL \w, 2, \n, \a2
        LAST_CELL \w, 3, \n, \a3
        LAST_CELL \w, 4, \n, \a4
        .endm
        .macro  LAST_CELL w, k, n, acc
        .if     \k < \w
        mov     \acc, 8*(\n + \k)(RP)
        .endif
        .if     \k == \w - 1
        mov     \acc, %rax
        .endif
        .endm

/* rp[0..n+w-1] = ap[0..n-1] * bp[0..w-1], straight line; with \add = 1 rp[0..n-1] is added. */
        .macro  STRAIGHT w, n, add=0
        FIRST_STEP \w, \add, SET_0
        .set    j, 1
        .rept   \n - 1
        .if     j & 1
        STEP    \w, j, \add, SET_0, SET_1
        .else
        STEP    \w, j, \add, SET_1, SET_0
        .endif
        .set    j, j + 1
        .endr
        .if     \n & 1
        LAST_LIMBS \w, \n, SET_0
        .else
        LAST_LIMBS \w, \n, SET_1
        .endif
        .endm
