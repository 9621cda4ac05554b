/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_submul_1_<n>_adx (rp, ap, n, b) for n = 1..32, straight lines.  The contract is that of comba_addmul_1_fn (kernels.h).

   For Intel's CPUs.  Products are whole before they are subtracted, in registers, to 11 limbs at once: the next b of a division
   by rows waits for the borrow, and this is there sooner than by one limb after the other (8 limbs 14 cycles for 18, 20
   limbs 34 for 44, 32 limbs 64 for 69).

   n                      1  2  3  4  5  6   7   8   9  10  11  12  13  14  15  16
   Golden Cove, cycles    7  8  8  8  9  8  10  11  11  13  14  14  15  16  17  18    through mpn_submul_1 */

#include "../mulx_rows.h"

#define SUMS %r8, %r9, %r10, %r11, %rbx, %rbp, %r12, %r13, %r14, %r15

/* The products' limbs \i to \end - 1, of n; limb n - 1 is in AP, which is read no more then.  The first one takes \below with \op. */
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

/* The lowest \count limbs; and those from \i on, an even number of them.  rax is borrowed. */
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

        .macro  ALL_ABOVE n, i, end, ends:vararg
        .ifnb   \end
        ABOVE   \n, \i, \end
        ALL_ABOVE \n, \end, \ends
        .endif
        .endm

/* The lowest ones to \lowest, and from each of \ends to the next one.  Saved are those of SUMS that the longest of these takes. */
        .macro  STRAIGHT n, saved, lowest, ends:vararg
FUNCTION comba_submul_1_\n\()_adx
        mov     %rcx, %rdx
        SAVE_ALL \saved
        LOWEST  \n, \lowest
        ALL_ABOVE \n, \lowest, \ends
        RESTORE_ALL \saved
        ret
END comba_submul_1_\n\()_adx
        .endm

FUNCTION comba_submul_1_1_adx
        mov     %rcx, %rdx
        LOWEST  2, 1
        ret
END comba_submul_1_1_adx
        STRAIGHT 2, "", 2
        STRAIGHT 3, "", 3
        STRAIGHT 4, "", 4
        STRAIGHT 5, "", 5
        STRAIGHT 6, "%rbx", 6
        STRAIGHT 7, "%rbx, %rbp", 7
        STRAIGHT 8, "%rbx, %rbp, %r12", 8
        STRAIGHT 9, "%rbx, %rbp, %r12, %r13", 9
        STRAIGHT 10, "%rbx, %rbp, %r12, %r13, %r14", 10
        STRAIGHT 11, "%rbx, %rbp, %r12, %r13, %r14, %r15", 11
        STRAIGHT 12, "%rbx, %rbp", 6, 12
        STRAIGHT 13, "%rbx, %rbp, %r12", 7, 13
        STRAIGHT 14, "%rbx, %rbp, %r12, %r13", 8, 14
        STRAIGHT 15, "%rbx, %rbp, %r12", 7, 15
        STRAIGHT 16, "%rbx, %rbp, %r12, %r13", 8, 16
        STRAIGHT 17, "%rbx, %rbp, %r12, %r13, %r14", 9, 17
        STRAIGHT 18, "%rbx, %rbp, %r12, %r13, %r14, %r15", 10, 18
        STRAIGHT 19, "%rbx, %rbp, %r12, %r13, %r14", 9, 19
        STRAIGHT 20, "%rbx, %rbp, %r12, %r13, %r14, %r15", 10, 20
        STRAIGHT 21, "%rbx, %rbp, %r12", 7, 13, 21
        STRAIGHT 22, "%rbx, %rbp, %r12, %r13", 8, 14, 22
        STRAIGHT 23, "%rbx, %rbp, %r12, %r13", 7, 15, 23
        STRAIGHT 24, "%rbx, %rbp, %r12, %r13", 8, 16, 24
        STRAIGHT 25, "%rbx, %rbp, %r12, %r13, %r14", 9, 17, 25
        STRAIGHT 26, "%rbx, %rbp, %r12, %r13, %r14, %r15", 10, 18, 26
        STRAIGHT 27, "%rbx, %rbp, %r12, %r13, %r14", 9, 17, 27
        STRAIGHT 28, "%rbx, %rbp, %r12, %r13, %r14, %r15", 10, 18, 28
        STRAIGHT 29, "%rbx, %rbp, %r12, %r13, %r14, %r15", 9, 19, 29
        STRAIGHT 30, "%rbx, %rbp, %r12, %r13, %r14, %r15", 10, 20, 30
        STRAIGHT 31, "%rbx, %rbp, %r12, %r13", 7, 15, 23, 31
        STRAIGHT 32, "%rbx, %rbp, %r12, %r13", 8, 16, 24, 32
