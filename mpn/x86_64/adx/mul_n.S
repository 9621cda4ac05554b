/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_n_<n>_adx (rp, ap, unused, bp), n = 1..8:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).  Straight line.

   n                   1  2  3  4  5  6  7  8
   Golden Cove, cycles 6  8 12 19 27 37 54 70    through mpn_mul_n, the same operands again */

#include "columns.h"

        FUNCTION comba_mul_n_1_adx
        mov     (AP), %rdx
        mulx    (BP), %rcx, %rax
        mov     %rcx, (RP)
        mov     %rax, 8(RP)
        ret
END comba_mul_n_1_adx

        .macro  MUL_N   n, nops
        .set    fill, \nops
FUNCTION comba_mul_n_\n\()_adx
        SAVE_ACC \n
        STRAIGHT \n, \n
        RESTORE_ACC \n
        ret
END comba_mul_n_\n\()_adx
        .endm

        MUL_N   2, 0
        MUL_N   3, 0
        MUL_N   4, 0
        MUL_N   7, 0x4030c6b

/* n = 5, 6 and 8 have places for the high halves, too, and so need but the carry
   flag: a row adds all lo (a[j] b[k]) to acc[k], and then all hi (a[j] b[k]) to
   acc[k+1].  That is faster than two flags, as a chain begins with add, which any
   port can run; adc, adcx and adox have two.  (n = 7 in this way: 50 cycles, but up to 95 where
   others computed the operands' places; STRAIGHT 53 to 64.)

   The accumulators move round: \spare takes the highest one, and the register of
   acc[0], which goes out, is the next \spare.  hi (a[j] b[0]) is in \spare, hi (a[j] b[1]) in
   the register of acc[0], the highest in rdx, the next ones in \high1, \high2, \high3 from the top down, and where
   there are no more registers, under the stack. */
        .macro  MUL_N_ROWS n, nops, high1, high2, high3, spare, acc0, acc1, others:vararg
FUNCTION comba_mul_n_\n\()_adx
        SAVED_BY_ROWS SAVE_ALL, \n
        SLOTS   \nops
        mov     (AP), %rdx
        mulx    (BP), %rax, \acc0
        mov     %rax, (RP)
        .set    k, 1
        FIRST_ROW \acc0, \acc1, \others
        .set    j, 1
        ROWS    \n, \high1, \high2, \high3, \spare, \acc0, \acc1, \others
        SAVED_BY_ROWS RESTORE_ALL, \n
        ret
END comba_mul_n_\n\()_adx
        .endm

        .macro  SAVED_BY_ROWS m, n
        .if     \n == 5
        \m      %rbx, %r12, %r13, %r14
        .else
        \m      %rbx, %rbp, %r12, %r13, %r14, %r15
        .endif
        .endm

        .macro  FIRST_ROW below, acc, others:vararg
        mulx    8*k(BP), %rax, \acc
        .if     k == 1
        add     %rax, \below
        .else
        adc     %rax, \below
        .endif
        SLOT
        .set    k, k + 1
        .ifnb   \others
        FIRST_ROW \acc, \others
        .else
        adc     $0, \acc
        .endif
        .endm

        .macro  ROWS    n, high1, high2, high3, spare, acc0, acc1, others:vararg
        mov     8*j(AP), %rdx
        mulx    (BP), %rax, \spare
        add     %rax, \acc0
        SLOT
        mov     \acc0, 8*j(RP)
        .set    k, 1
        ADD_PRODUCT \acc1, \acc0
        .irp    acc, \others
        WITH_HIGH ADD_PRODUCT, \n, \acc, \high1, \high2, \high3
        .endr
        adc     $0, %rdx

        add     \spare, \acc1
        .set    k, 1
        .irp    acc, \others
        .if     k == 1
        ADD_HIGH \acc, \acc0
        .else
        WITH_HIGH ADD_HIGH, \n, \acc, \high1, \high2, \high3
        .endif
        .endr
        adc     $0, %rdx

        .if     j < \n - 1
        mov     %rdx, \spare
        .set    j, j + 1
        ROWS    \n, \high1, \high2, \high3, \acc0, \acc1, \others, \spare
        .else
        .set    i, \n
        .irp    acc, \acc1, \others
        mov     \acc, 8*i(RP)
        .set    i, i + 1
        .endr
        mov     %rdx, 8*i(RP)
        mov     %rdx, %rax
        .endif
        .endm

/* \m with the accumulator \acc and the place of hi (a[j] b[k]), k = 2..n-1. */
        .macro  WITH_HIGH m, n, acc, high1, high2, high3
        .set    from_top, \n - 1 - k
        .if     from_top == 0
        \m      \acc, %rdx
        .elseif from_top > 9 - \n
        \m\()_STACK \acc, \high1
        .elseif from_top == 1
        \m      \acc, \high1
        .elseif from_top == 2
        \m      \acc, \high2
        .else
        \m      \acc, \high3
        .endif
        .endm

        .macro  ADD_PRODUCT acc, high
        mulx    8*k(BP), %rax, \high
        adc     %rax, \acc
        SLOT
        .set    k, k + 1
        .endm
        .macro  ADD_PRODUCT_STACK acc, free
        mulx    8*k(BP), %rax, \free
        mov     \free, -8*(k - 1)(%rsp)
        adc     %rax, \acc
        SLOT
        .set    k, k + 1
        .endm

        .macro  ADD_HIGH acc, high
        adc     \high, \acc
        .set    k, k + 1
        .endm
        .macro  ADD_HIGH_STACK acc, free
        adc     -8*(k - 1)(%rsp), \acc
        .set    k, k + 1
        .endm

        MUL_N_ROWS 5, 0xc44210, %r14, %r13, , %r12, %r8, %r9, %r10, %r11, %rbx
        MUL_N_ROWS 6, 0x900420b3, %rbp, %r15, %r14, %r13, %r8, %r9, %r10, %r11, %rbx, %r12
        MUL_N_ROWS 8, 0x1460c010100a110b, %rbp, , , %r15, %r8, %r9, %r10, %r11, %rbx, %r12, %r13, %r14
