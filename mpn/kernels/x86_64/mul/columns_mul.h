/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by columns for any x86-64: mul, add and adc.  For assembly files.

   Column k of a product, the sum of all a[i] b[k-i], is accumulated in three registers, lowest
   first:

        (c2, c1, c0) += a[i] b[k-i]

   Then c0 is a limb of the product, and the three move down by one place.  mul destroys all flags,
   so a carry cannot stay in a flag across a product, as it does in the rows of kernels/x86_64/adx.

   Two products are added to each other before they are added to the column: as many additions, but
   half the latency of the chain.

   Bound: a column of m products and its carry in stay below beta^3 for m < beta. */

#include "arith/asm_x86.h"

/* The arguments of comba_mul_fixed_fn. */
#define RP %rdi
#define AP %rsi
#define BP %rcx

/* The column, and the first product of a pair. */
#define C0 %r8
#define C1 %r9
#define C2 %r10
#define T0 %r11
#define T1 %rbx

/* (c2, c1, c0) += xp[i] yp[k-i] for i = from..to. */
        .macro  PRODUCTS xp, yp, from, to, k, c0, c1, c2, t0, t1
        .set    i, \from
        .if     ((\to) - (\from) + 1) & 1
        mov     8*i(\xp), %rax
        mulq    8*((\k) - i)(\yp)
        add     %rax, \c0
        adc     %rdx, \c1
        adc     $0, \c2
        .set    i, i + 1
        .endif
        .rept   ((\to) - (\from) + 1) / 2
        mov     8*i(\xp), %rax
        mulq    8*((\k) - i)(\yp)
        mov     %rax, \t0
        mov     %rdx, \t1
        .set    i, i + 1
        mov     8*i(\xp), %rax
        mulq    8*((\k) - i)(\yp)
        add     \t0, %rax
        adc     \t1, %rdx
        adc     $0, \c2
        add     %rax, \c0
        adc     %rdx, \c1
        adc     $0, \c2
        .set    i, i + 1
        .endr
        .endm

/* The same for a and b; sets c2 to zero first. */
        .macro  GATHER  from, to, k, c0, c1, c2
        xor     \c2, \c2
        PRODUCTS AP, BP, \from, \to, \k, \c0, \c1, \c2, T0, T1
        .endm

/* The end of column \k, (s2, s1, s0), in a loop that begins at 1: stores s0, moves (s2, s1) to
   (c1, c0), and advances the pointers. */
        .macro  LOOP_END count, k, s0, s1, s2, c0, c1
        mov     \s0, 8*\k(RP)
        mov     \s1, \c0
        mov     \s2, \c1
        lea     8(AP), AP
        lea     8(RP), RP
        dec     \count
        jnz     1b
        .endm

/* Runs \m k, n, add, c0, c1, c2 with the roles that the registers have in column \turn.  (No
   recursive macros: clang allows a depth of 20.) */
        .macro  IN_TURN m, turn, k, n, add=0
        .if     (\turn) % 3 == 0
        \m      \k, \n, \add, C0, C1, C2
        .elseif (\turn) % 3 == 1
        \m      \k, \n, \add, C1, C2, C0
        .else
        \m      \k, \n, \add, C2, C0, C1
        .endif
        .endm
