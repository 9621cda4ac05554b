/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of a by w limbs of b, w = 2..9, by mulx, adcx and adox.  For assembly files.

   The w accumulators stay in registers.  A step takes one limb of a, adds its products with
   b[0..w-1] to them, and puts out the lowest limb, so that the accumulators move down by one place:

        out       = acc[0] + lo (a b[0])
        acc'[k-1] = acc[k] + lo (a b[k]) + hi (a b[k-1]),       k = 1..w-1
        acc'[w-1] =                        hi (a b[w-1])

   All low halves go through the carry flag and all accumulators through the overflow flag: two
   chains that do not wait for each other.  acc'[k] takes the register of acc[k], whose value has
   just been added to hi (a b[k-1]).  Only acc[0] has two registers, which alternate.

   Bound: the accumulators and the limbs that went out are the product of b by the limbs of a so
   far, so nothing carries out of acc'[w-1]. */

#include "arith/asm_x86.h"

/* A file that defines ZERO, an operand that is zero (kernels/x86_64/adx/zero.h), is for Zen 3.
   There the carries of a step are added from ZERO, and additions are adcx.  Other files put zero
   into rax and use adc. */

        .set    ahead, 0                /* 1: rdx is already loaded for the next step */

#define RP %rdi
#define AP %rsi
#define BP %rcx

/* The two registers of acc[0]. */
#define EVEN %r8
#define ODD %r9

/* Runs \m w, k, register of acc[k-1], register of acc[k], for k = 1..8; \m itself tests k < w. */
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

/* The callee-saved registers among acc[0..w-1].  rbp is last: a caller with a frame, such as
   mpz_mul, finds its own saved registers through it, and need not wait where it is unchanged. */
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

/* Restores them one by one where \reg is no longer needed, and drops the saved values at the
   end.  A caller continues with these registers and can start the next product before this one
   ends: the earlier they are restored in program order, the better. */
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

/* Nops: after cell k of a step if bit k of the symbol fill is set, before its mulx if bit 16 + k
   is.  They are for Golden Cove.  It assigns adcx and adox to one of the two ports that can run
   them by their place among the six instructions of a cycle, and does so badly where cells of
   four (mulx is two) follow each other.  The masks were found by trying. */
        .macro  FILL    k
        .if     fill >> \k & 1
        nop
        .endif
        .endm

/* Nops in straight code, which has slots of its own: one at slot k < 64 if bit k of fill is
   set.  Additions without a carry, moves, and the code between calls can take the two ports of
   mulx or the two of additions with carry, depending on every instruction before.  So masks were
   chosen by the mean over many kinds of loops (same operands, operands from an array, computed
   addresses, repeated squares, alternating sizes, sums between calls, calls after lfence), each
   with 0 to 7 nops in front.  The search was hill climbing, one nop in or out at a time. */
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

/* The first step, where the accumulators are zero: takes a[0], puts out rp[0].  With \add = 1
   every step also adds rp[j], or the register \from; the accumulators cannot carry out then
   either.  Loads a[\next] for the next step. */
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

/* A step with a[j]; its limb goes to rp[j+at].  acc[0] is in \acc0 and moves to \next0. */
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

/* Loads a[\next], if given, for the next step. */
        .macro  LOAD_AHEAD w, next
        .ifnb   \next
        LOAD_A  \next
        .set    ahead, 1
        .endif
        .endm

/* A step where there are only w - 1 accumulators yet: acc[w-1] begins as zero. */
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

/* Stores the accumulators to rp[n..n+w-1], and the top one also to rax. */
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
