/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_n_<n>_adx (rp, ap, unused, bp), n = 1..8:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).  Straight line.

   n                   1  2  3  4  5  6  7  8
   Golden Cove, cycles 6  7 11 18 26 37 53 67    through mpn_mul_n */

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
        MUL_N   7, 0x4450cb6
        MUL_N   8, 0x214036e

/* n = 5 and 6 have registers for the high halves, too, and so need but the carry
   flag: a row adds all lo (a[j] b[k]) to acc[k], and then all hi (a[j] b[k]) to
   acc[k+1].  That is faster than two flags, as a chain begins with add, which any
   port can run; adc, adcx and adox have two.

   The accumulators move round: \spare takes the highest one, and the register of
   acc[0], which goes out, is the next \spare.  The high halves for k = 2, ... are
   in \h2, \h3, \h4, the last one in rdx. */
        .macro  ROWS    n, j, h2, h3, h4, spare, acc0, acc1, acc2, acc3, acc4, acc5
        mov     8*(\j)(AP), %rdx
        mulx    (BP), %rax, \spare
        add     %rax, \acc0
        mov     \acc0, 8*(\j)(RP)
        ROW_LO  1, \acc0, \acc1
        ROW_LO  2, \h2, \acc2
        ROW_LO  3, \h3, \acc3
        .if     \n == 6
        ROW_LO  4, \h4, \acc4
        ROW_LO  5, %rdx, \acc5
        .else
        ROW_LO  4, %rdx, \acc4
        .endif
        adc     $0, %rdx

        add     \spare, \acc1
        adc     \acc0, \acc2
        adc     \h2, \acc3
        adc     \h3, \acc4
        .if     \n == 6
        adc     \h4, \acc5
        .endif
        adc     $0, %rdx

        .if     \j < \n - 1
        mov     %rdx, \spare
        .if     \n == 6
        ROWS    \n, (\j + 1), \h2, \h3, \h4, \acc0, \acc1, \acc2, \acc3, \acc4, \acc5, \spare
        .else
        ROWS    \n, (\j + 1), \h2, \h3, , \acc0, \acc1, \acc2, \acc3, \acc4, \spare
        .endif
        .else
        mov     \acc1, 8*\n(RP)
        mov     \acc2, 8*(\n + 1)(RP)
        mov     \acc3, 8*(\n + 2)(RP)
        mov     \acc4, 8*(\n + 3)(RP)
        .if     \n == 6
        mov     \acc5, 8*(\n + 4)(RP)
        .endif
        mov     %rdx, 8*(2*\n - 1)(RP)
        mov     %rdx, %rax
        .endif
        .endm
        .macro  ROW_LO  k, high, acc
        mulx    8*\k(BP), %rax, \high
        adc     %rax, \acc
        .endm

FUNCTION comba_mul_n_5_adx
        SAVE_ACC 7
        FIRST_STEP 5
        ROWS    5, 1, %r13, %r14, , ODD, EVEN, %r10, %r11, %rbx, %r12
        RESTORE_ACC 7
        ret
END comba_mul_n_5_adx

FUNCTION comba_mul_n_6_adx
        SAVE_ACC 9
        FIRST_STEP 6
        ROWS    6, 1, %r14, %r15, %rbp, ODD, EVEN, %r10, %r11, %rbx, %r12, %r13
        RESTORE_ACC 9
        ret
END comba_mul_n_6_adx
