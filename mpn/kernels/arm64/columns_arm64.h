/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of a by w limbs of b, w = 2..8, by mul and umulh.  For assembly files.

   b and the w accumulators stay in registers.  A step takes one limb of a, adds its products with
   b[0..w-1] to the accumulators, and puts out the lowest limb, so that the accumulators move down
   by one place:

        out       = acc[0] + lo (a b[0])
        acc'[k-1] = acc[k] + lo (a b[k]) + hi (a b[k-1]),       k = 1..w-1
        acc'[w-1] =                        hi (a b[w-1])

   There is one carry flag: one chain of additions for all low halves, then one for all high halves,
   which includes the move.  Four instructions a product, and one more a step.

   Bound: the accumulators and the limbs that went out are the product of b by the limbs of a so
   far, so nothing carries out of acc'[w-1].

   Four products are always in flight: an addition is followed by the product that takes the same
   register, so that an in-order CPU need not wait. */

#include "kernels/arm64/asm_arm64.h"

/* The arguments. */
RP      .req    x0
AP      .req    x1
AN      .req    x2
BP      .req    x3

/* Four products, and the high half of the last one of a step. */
T0      .req    x3
T1      .req    x4
T2      .req    x5
T3      .req    x6
HIGH    .req    x7

/* Two limbs of a; two limbs out. */
IN0      .req    x8
IN1      .req    x9
OUT0    .req    x10
OUT1    .req    x11

/* The accumulators and b.  Up to w = 3 no callee-saved register is needed. */
A_0      .req    x12
B_0      .req    x13
A_1      .req    x14
B_1      .req    x15
A_2      .req    x16
B_2      .req    x17
A_3      .req    x19
B_3      .req    x20
A_4      .req    x21
B_4      .req    x22
A_5      .req    x23
B_5      .req    x24
A_6      .req    x25
B_6      .req    x26
A_7      .req    x27
B_7      .req    x28

/* LOWER and UPPER run \m k, k+1, register for a product, ... for k = 0..3 and k = 4..7; EACH
   does both.  LOWER_UPPER and UPPER_LOWER interleave \n for the other four.  Each \m itself
   tests k < w. */
        .macro  LOWER   m, args:vararg
        \m      0, 1, T0, \args
        \m      1, 2, T1, \args
        \m      2, 3, T2, \args
        \m      3, 4, T3, \args
        .endm

        .macro  UPPER   m, args:vararg
        \m      4, 5, T0, \args
        \m      5, 6, T1, \args
        \m      6, 7, T2, \args
        \m      7, 8, T3, \args
        .endm

        .macro  IN_TURN m, n, a, b, c, d, e, p, q, r, s, t, args:vararg
        \m      \a, \b, T0, \args
        \n      \p, \q, T0, \args
        \m      \b, \c, T1, \args
        \n      \q, \r, T1, \args
        \m      \c, \d, T2, \args
        \n      \r, \s, T2, \args
        \m      \d, \e, T3, \args
        \n      \s, \t, T3, \args
        .endm

        .macro  LOWER_UPPER m, n, args:vararg
        IN_TURN \m, \n, 0, 1, 2, 3, 4, 4, 5, 6, 7, 8, \args
        .endm

        .macro  UPPER_LOWER m, n, args:vararg
        IN_TURN \m, \n, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, \args
        .endm

        .macro  EACH    m, args:vararg
        LOWER   \m, \args
        UPPER   \m, \args
        .endm

/* The callee-saved registers among the accumulators and b. */
        .macro  SAVE_ACC w
        .irp    k, 3, 4, 5, 6, 7
        .if     \k < \w
        SAVE    A_\k, B_\k
        .endif
        .endr
        .endm

        .macro  RESTORE_ACC w
        .irp    k, 7, 6, 5, 4, 3
        .if     \k < \w
        RESTORE A_\k, B_\k
        .endif
        .endr
        .endm

/* b[0..w-1] from memory. */
        .macro  LOAD_B  w, from
        EACH    LOAD_CELL, \w, \from
        .endm
        .macro  LOAD_CELL k, next, t, w, from
        .if     \next < \w && \k % 2 == 0
        ldp     B_\k, B_\next, [\from, #8*\k]
        .elseif \next == \w && \k % 2 == 0
        ldr     B_\k, [\from, #8*\k]
        .endif
        .endm

/* The first step, where the accumulators are zero, with a[j] in \x.  With \add = 1 it also adds
   the limb in \out; the accumulators cannot carry out then either. */
        .macro  FIRST_STEP w, x, out, add=0
        .if     \add
        mul     HIGH, \x, B_0
        adds    \out, \out, HIGH
        .else
        mul     \out, \x, B_0
        .endif
        LOWER   FIRST_MUL, \w, \x, \add
        LOWER_UPPER FIRST_ADD, FIRST_MUL, \w, \x, \add
        UPPER   FIRST_ADD, \w, \x, \add
        .endm
        .macro  FIRST_MUL k, next, t, w, x, add
        .if     \k < \w
        umulh   A_\k, \x, B_\k
        .endif
        .if     \next < \w
        mul     \t, \x, B_\next
        .endif
        .endm
        .macro  FIRST_ADD k, next, t, w, x, add
        .if     \next == \w
        adc     A_\k, A_\k, xzr
        .elseif \next < \w && \k == 0 && !\add
        adds    A_\k, A_\k, \t
        .elseif \next < \w
        adcs    A_\k, A_\k, \t
        .endif
        .endm

/* A step, with the same arguments. */
        .macro  STEP    w, x, out, add=0
        LOWER   MUL_LO, \w, \x, \out, \add
        LOWER_UPPER ADD_LO, MUL_LO, \w, \x, \out, \add
        UPPER_LOWER ADD_LO, MUL_HI, \w, \x, \out, \add
        .if     \add
        adds    \out, \out, A_0
        .endif
        LOWER_UPPER ADD_HI, MUL_HI, \w, \x, \out, \add
        UPPER   ADD_HI, \w, \x, \out, \add
        .endm
        .macro  MUL_LO  k, next, t, w, x, out, add
        .if     \k < \w
        mul     \t, \x, B_\k
        .endif
        .if     \next == \w
        umulh   HIGH, \x, B_\k
        .endif
        .endm
        .macro  ADD_LO  k, next, t, w, x, out, add
        .if     \k == 0 && \add
        adds    A_0, A_0, \t
        .elseif \k == 0
        adds    \out, A_0, \t
        .elseif \k < \w
        adcs    A_\k, A_\k, \t
        .endif
        .if     \next == \w
        adc     HIGH, HIGH, xzr
        .endif
        .endm
        .macro  MUL_HI  k, next, t, w, x, out, add
        .if     \next < \w
        umulh   \t, \x, B_\k
        .endif
        .endm
        .macro  ADD_HI  k, next, t, w, x, out, add
        .if     \next == \w
        adc     A_\k, HIGH, xzr
        .elseif \next < \w && \k == 0 && !\add
        adds    A_0, A_1, \t
        .elseif \next < \w
        adcs    A_\k, A_\next, \t
        .endif
        .endm

/* A step where there are only w-1 accumulators yet: acc[w-1] begins as zero. */
        .macro  GROWING_STEP w, x, out, add=0
        EACH    NEW_CELL, \w
        STEP    \w, \x, \out, \add
        .endm
        .macro  NEW_CELL k, next, t, w
        .if     \next == \w
        mov     A_\k, xzr
        .endif
        .endm

/* One step, and two steps, from memory to memory; \kind is STEP or FIRST_STEP. */
        .macro  ONE     kind, w, add=0
        ldr     IN0, [AP], #8
        .if     \add
        ldr     OUT0, [RP]
        .endif
        \kind   \w, IN0, OUT0, \add
        str     OUT0, [RP], #8
        .endm

        .macro  TWO     kind, w, add=0
        ldp     IN0, IN1, [AP], #16
        .if     \add
        ldp     OUT0, OUT1, [RP]
        .endif
        \kind   \w, IN0, OUT0, \add
        STEP    \w, IN1, OUT1, \add
        stp     OUT0, OUT1, [RP], #16
        .endm

/* Stores the accumulators; the top one also goes to the result register. */
        .macro  LAST_LIMBS w
        EACH    LAST_CELL, \w
        .endm
        .macro  LAST_CELL k, next, t, w
        .if     \next < \w && \k % 2 == 0
        stp     A_\k, A_\next, [RP, #8*\k]
        .elseif \next == \w && \k % 2 == 0
        str     A_\k, [RP, #8*\k]
        .endif
        .if     \next == \w
        mov     RP, A_\k
        .endif
        .endm

/* The last AN steps, an even number, and the remaining limbs; it returns. */
        .macro  TWOS_AND_LAST w, add
        lsr     AN, AN, #1
        cbz     AN, 3f
2:      TWO     STEP, \w, \add
        sub     AN, AN, #1
        cbnz    AN, 2b
3:      LAST_LIMBS \w
        RESTORE_ACC \w
        ret
        .endm

/* Stores two limbs x, y of a sum of products, doubled, with the top bit of the limb before them
   shifted in and the square of \b added, through the carry flag. */
        .macro  DOUBLE_ADD_SQUARE before, x, y, b
        mul     T0, \b, \b
        umulh   T1, \b, \b
        extr    T2, \x, \before, #63
        extr    T3, \y, \x, #63
        adcs    T0, T0, T2
        adcs    T1, T1, T3
        stp     T0, T1, [RP], #16
        .endm
