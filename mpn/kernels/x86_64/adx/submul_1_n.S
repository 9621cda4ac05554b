/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Intel CPUs with mulx and ADX.  Straight code.

   comba_submul_1_<n>_adx, n = 1..20: rp'[0..n-1] - beta^n c = rp[0..n-1] - ap[0..n-1] * b; returns
   c.

     mp_limb_t comba_submul_1_<n>_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);

   System V AMD64: rp in rdi, ap in rsi, n in rdx (not read), b in rcx; result in rax.
   rp may overlap ap if rp <= ap.  No scratch.
   Clobbers rax, rcx, rdx, rsi, r8-r11 and the flags; saves and restores those of rbx, rbp, r12-r15
   that n needs.
   Time is constant for each n.

   Products are complete, in registers, before they are subtracted: all of them for up to 11
   limbs, in two parts for more.  Schoolbook division waits for the borrow of a row before it
   knows the next b, and the borrow is earlier this way than limb by limb.  Three or four parts,
   for 21 to 32 limbs, made divisions slower. */

#include "kernels/x86_64/mulx/rows_mulx.h"

#define SUMS %r8, %r9, %r10, %r11, %rbx, %rbp, %r12, %r13, %r14, %r15

/* Limbs \i to \end - 1 of the product, of n; limb n - 1 goes to AP, which is no longer needed
   then.  The first one adds \below with \op. */
        .macro  PRODUCTS n, i, end, op, below, high, sum=, others:vararg
        .if     \i < \end
        .if     \i == \n - 1
        mulx    8*\i(AP), AP, \high
        \op     \below, AP
        .else
        mulx    8*\i(AP), \sum, \high
        .ifnb   \op
        \op     \below, \sum
        .endif
        .endif
        .ifb    \op
        PRODUCTS \n, (\i + 1), \end, add, \high, \below, \others
        .else
        PRODUCTS \n, (\i + 1), \end, adc, \high, \below, \others
        .endif
        .endif
        .endm

        .macro  SUBTRACT n, i, end, op, sum=, others:vararg
        .if     \i < \end
        mov     8*\i(RP), %rcx
        .if     \i == \n - 1
        \op     AP, %rcx
        .else
        \op     \sum, %rcx
        .endif
        mov     %rcx, 8*\i(RP)
        SUBTRACT \n, (\i + 1), \end, sbb, \others
        .endif
        .endm

/* The lowest \count limbs; and those from \i on, an even number.  The borrow is in rax. */
        .macro  LOWEST  n, count
        .if     \count & 1
        PRODUCTS \n, 0, \count, , %rcx, %rax, SUMS
        .else
        PRODUCTS \n, 0, \count, , %rax, %rcx, SUMS
        .endif
        .if     \count > 1
        adc     $0, %rax
        .endif
        SUBTRACT \n, 0, \count, sub, SUMS
        adc     $0, %rax
        .endm

        .macro  ABOVE   n, i, end
        PRODUCTS \n, \i, \end, add, %rax, %rcx, SUMS
        adc     $0, %rax
        SUBTRACT \n, \i, \end, sub, SUMS
        adc     $0, %rax
        .endm

        .macro  STRAIGHT n, lowest, saved:vararg
FUNCTION comba_submul_1_\n\()_adx
        mov     %rcx, %rdx
        SAVE_ALL \saved
        LOWEST  \n, \lowest
        .if     \lowest < \n
        ABOVE   \n, \lowest, \n
        .endif
        RESTORE_ALL \saved
        ret
END comba_submul_1_\n\()_adx
        .endm

FUNCTION comba_submul_1_1_adx
        mov     %rcx, %rdx
        LOWEST  2, 1
        ret
END comba_submul_1_1_adx
        STRAIGHT 2, 2
        STRAIGHT 3, 3
        STRAIGHT 4, 4
        STRAIGHT 5, 5
        STRAIGHT 6, 6, %rbx
        STRAIGHT 7, 7, %rbx, %rbp
        STRAIGHT 8, 8, %rbx, %rbp, %r12
        STRAIGHT 9, 9, %rbx, %rbp, %r12, %r13
        STRAIGHT 10, 10, %rbx, %rbp, %r12, %r13, %r14
        STRAIGHT 11, 11, %rbx, %rbp, %r12, %r13, %r14, %r15
        STRAIGHT 12, 6, %rbx, %rbp
        STRAIGHT 13, 7, %rbx, %rbp, %r12
        STRAIGHT 14, 8, %rbx, %rbp, %r12, %r13
        STRAIGHT 15, 7, %rbx, %rbp, %r12
        STRAIGHT 16, 8, %rbx, %rbp, %r12, %r13
        STRAIGHT 17, 9, %rbx, %rbp, %r12, %r13, %r14
        STRAIGHT 18, 10, %rbx, %rbp, %r12, %r13, %r14, %r15
        STRAIGHT 19, 9, %rbx, %rbp, %r12, %r13, %r14
        STRAIGHT 20, 10, %rbx, %rbp, %r12, %r13, %r14, %r15
