/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of a by w limbs of b, w = 2..9, by mulx, adcx and adox.

   The w accumulators stay in registers.  A step takes one limb of a, adds its
   products with b[0..w-1] to them, and puts the lowest limb out, so that the
   accumulators move down by one place:

        out       = acc[0] + lo (a b[0])
        acc'[k-1] = acc[k] + lo (a b[k]) + hi (a b[k-1]),       k = 1..w-1
        acc'[w-1] =                        hi (a b[w-1])

   All lo go through the carry flag and all acc through the overflow flag: two
   chains that do not wait for each other.  acc'[k] takes the register of acc[k],
   whose value has been added to hi (a b[k-1]) just before; only acc[0] has two
   registers, by turns.  Nothing carries out of acc'[w-1]: the accumulators and
   what is out so far are the product of b by the limbs of a so far. */

#include "arith/asm_x86.h"

/* A file that defines ZERO, an operand that is zero, is for Zen 3 (kernels/x86_64/adx/zero.h): the carries of a step are added
   from it, the others put it into rax, and additions are adcx where others have adc. */

        .set    ahead, 0                /* whether rdx has been loaded for the next step */

#define RP %rdi
#define AP %rsi
#define BP %rcx

/* acc[0], by turns. */
#define EVEN %r8
#define ODD %r9

/* \m w, k, register of acc[k-1], register of acc[k], for k = 1..8; each \m
   looks itself whether k < w. */
        .macro  EACH m, w, acc0
        \m      \w, 1, \acc0, %r10
        \m      \w, 2, %r10, %r11
        \m      \w, 3, %r11, %rbx
        \m      \w, 4, %rbx, %r12
        \m      \w, 5, %r12, %r13
        \m      \w, 6, %r13, %r14
        \m      \w, 7, %r14, %r15
        \m      \w, 8, %r15, %rbp
        .endm

/* The callee's registers among acc[0..w-1].  The last one is rbp: a caller with a frame, as
   mpz_mul, finds its own saved registers by it, and need not wait where it is left alone. */
        .macro  SAVE_ACC w
        EACH    SAVE_CELL, \w, EVEN
        .endm
        .macro  SAVE_CELL w, k, prev, cur
        .if     \k >= 3 && \k <= 8 && \k < \w
        SAVE    \cur
        .endif
        .endm

        .macro  RESTORE_ACC w
        RESTORE_CELL \w, 8, %rbp
        RESTORE_CELL \w, 7, %r15
        RESTORE_CELL \w, 6, %r14
        RESTORE_CELL \w, 5, %r13
        RESTORE_CELL \w, 4, %r12
        RESTORE_CELL \w, 3, %rbx
        .endm
        .macro  RESTORE_CELL w, k, reg
        .if     \k < \w
        RESTORE \reg
        .endif
        .endm

/* The same one by one, where \reg is not needed any more, and what is left to do then.  A caller
   goes on by these registers, and can begin the next product before this one has ended: the
   sooner they are back in the order of the program, the better. */
        .macro  RELOAD  w, reg
        RELOAD_CELL \w, 3, %rbx, \reg
        RELOAD_CELL \w, 4, %r12, \reg
        RELOAD_CELL \w, 5, %r13, \reg
        RELOAD_CELL \w, 6, %r14, \reg
        RELOAD_CELL \w, 7, %r15, \reg
        RELOAD_CELL \w, 8, %rbp, \reg
        .endm
        .macro  RELOAD_CELL w, k, saved, reg
        .ifc    \saved, \reg
        .if     \k < \w
        mov     8*(\w - 1 - \k)(%rsp), \reg
        .cfi_restore \reg
        .endif
        .endif
        .endm
        .macro  DROP_SAVED w
        .if     \w > 3
        add     $(8*(\w - 3)), %rsp
        .cfi_adjust_cfa_offset -8*(\w - 3)
        .endif
        .endm

/* \hi, rax = rdx * b[k] */
        .macro  MUL_B   k, hi
        mulx    8*\k(BP), %rax, \hi
        .endm

/* Nops: one after cell k of a step if bit k of the symbol fill is set, one before
   its mulx if bit 16 + k is.  They are for Golden Cove, which gives adcx and adox
   to one of the two ports that can run them by their place among the six
   instructions of a cycle, and does so badly where cells of four (mulx is two)
   follow each other.  A product of 8 x 8 limbs took 75 cycles without nops, 68
   with the best; the loops 1.45 and 1.15 cycles a product.  The masks were found
   by trying. */
        .macro  FILL    k
        .if     fill >> \k & 1
        nop
        .endif
        .endm

/* The same in a straight line with places of its own, slot counts them: a nop at the k-th one if bit k of fill is set,
   k < 64.  Additions without a carry, moves and what others do between calls can take the two ports of mulx, or the two
   of additions with carry, and which they take depends on every instruction before.  So a mask counts by the mean over
   loops of many kinds: the same operands again, others from an array, places that are computed, squares of squares, another
   size by turns, sums between calls, and calls that begin when nothing is left to do (lfence), all with 0 to 7 nops
   before.  Found by climbing, a nop in or out at a time, some hundreds for each kernel; a nop that brings less than 0.15 % is
   left out. */
        .macro  SLOTS   nops
        .set    fill, \nops
        .set    slot, 0
        .endm
        .macro  SLOT
        .if     slot < 64
        FILL    slot
        .endif
        .set    slot, slot + 1
        .endm

/* The first step, with the accumulators zero: from a[0], out to rp[0].  With
   \add = 1 what is in rp[0] is added as well, in every step, or what is in the
   register \from: it cannot make the accumulators carry out either.  a[\next] is loaded for the next step. */
        .macro  FIRST_STEP w, add=0, from, next
        .if     !ahead
        mov     (AP), %rdx
        .endif
        .set    ahead, 0
        xor     %eax, %eax
        MUL_B   0, EVEN
        .ifnb   \from
        ADD_FIRST \from, %rax
        .elseif \add
        ADD_FIRST (RP), %rax
        .endif
        mov     %rax, (RP)
        EACH    FIRST_CELL, \w, EVEN
        LOAD_AHEAD \w, \next
        .endm
        .macro  FIRST_CELL w, k, prev, cur
        .if     \k < \w
        MUL_B   \k, \cur
        ADD_FIRST %rax, \prev
        .endif
        .if     \k == \w - 1
#ifdef ZERO
        adcx    ZERO, \cur
#else
        adc     $0, \cur
#endif
        .endif
        .endm
        .macro  ADD_FIRST from, to
#ifdef ZERO
        adcx    \from, \to
#else
        adc     \from, \to
#endif
        .endm

/* A step from a[j], out to rp[j+at]; acc[0] is in \acc0 and goes to \next0. */
        .macro  STEP w, j, acc0, next0, add=0, at=0, from, next
        xor     %eax, %eax
        .if     !ahead
        LOAD_A  \j
        .endif
        .set    ahead, 0
        MUL_B   0, \next0
        adcx    \acc0, %rax
        .ifnb   \from
        adox    \from, %rax
        .elseif \add
        adox    8*(\j + \at)(RP), %rax
        .endif
        STORE_OUT (\j + \at)
        FILL    0
        EACH    CELL, \w, \next0
        LOAD_AHEAD \w, \next
        END_STEP \w, \next0
        .endm
        .macro  CELL w, k, prev, cur
        .if     \k < \w
        adox    \cur, \prev
        FILL    (16 + \k)
        MUL_B   \k, \cur
        adcx    %rax, \prev
        FILL    \k
        .endif
        .endm
        .macro  END_STEP w, acc0
#ifndef ZERO
        mov     $0, %eax
#endif
        EACH    END_CELL, \w, \acc0
        .endm
        .macro  END_CELL w, k, prev, cur
        .if     \k == \w - 1
#ifdef ZERO
        adox    ZERO, \cur
        adcx    ZERO, \cur
#else
        adox    %rax, \cur
        adcx    %rax, \cur
#endif
        .endif
        .endm

/* a[next], if there is one, for the next step. */
        .macro  LOAD_AHEAD w, next
        .ifnb   \next
        LOAD_A  \next
        .set    ahead, 1
        .endif
        .endm

/* A step where there are only w-1 accumulators yet: acc[w-1] begins as zero. */
        .macro  GROWING_STEP w, j, acc0, next0, add=0, at=0
        EACH    NEW_CELL, \w, \next0
        LOAD_A  \j
        MUL_B   0, \next0
        adcx    \acc0, %rax
        .if     \add
        adox    8*(\j + \at)(RP), %rax
        .endif
        STORE_OUT (\j + \at)
        FILL    0
        EACH    GROWING_CELL, \w, \next0
        .endm
        .macro  NEW_CELL w, k, prev, cur
        .if     \k == \w - 1
        xor     \cur, \cur
        .endif
        .endm
        .macro  GROWING_CELL w, k, prev, cur
        CELL    \w, \k, \prev, \cur
        .if     \k == \w - 1
        adc     $0, \cur
        .endif
        .endm

        .macro  LOAD_A  j
        mov     8*(\j)(AP), %rdx
        .endm

        .macro  STORE_OUT i
        mov     %rax, 8*(\i)(RP)
        .endm

/* The accumulators go to rp[n..n+w-1], the top one to rax as well. */
        .macro  LAST_LIMBS w, n, acc0
        .set    last_at, \n
        mov     \acc0, 8*last_at(RP)
        EACH    LAST_CELL, \w, \acc0
        .endm
        .macro  LAST_CELL w, k, prev, cur
        .if     \k < \w
        mov     \cur, 8*(last_at + \k)(RP)
        .endif
        .if     \k == \w - 1
        mov     \cur, %rax
        .endif
        .endm

/* rp[0..n+w-1] = ap[0..n-1] * bp[0..w-1], straight line; with \add = 1 rp[0..n-1] is added. */
        .macro  STRAIGHT w, n, add=0
        FIRST_STEP \w, \add
        .set    j, 1
        .rept   \n - 1
        .if     j & 1
        STEP    \w, j, EVEN, ODD, \add
        .else
        STEP    \w, j, ODD, EVEN, \add
        .endif
        .set    j, j + 1
        .endr
        .if     \n & 1
        LAST_LIMBS \w, \n, EVEN
        .else
        LAST_LIMBS \w, \n, ODD
        .endif
        .endm
