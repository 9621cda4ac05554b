/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_submul_1_<n>_adx (rp, ap, n, b) for n = 1..20, straight lines.  The contract is that of comba_addmul_1_fn (dispatch/config.h).

   For Intel's CPUs.  Products are whole before they are subtracted, in registers, to 11 limbs at once: the next b of a division
   by rows waits for the borrow, and this is there sooner than by one limb after the other (8 limbs 14 cycles for 18, 20
   limbs 35 for 45).  In three pieces or four, 21 to 32 limbs were sooner there in a chain of borrows as well, but divisions by
   24 to 34 limbs took 3 to 16 % longer.

   n                      1  2  3  4  5  6   7   8   9  10  11  12  13  14  15  16
   Golden Cove, cycles    7  8  8  8  9  8  10  11  11  13  14  14  15  16  17  18    through mpn_submul_1 */

#include "kernels/x86_64/mulx/rows_mulx.h"

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
