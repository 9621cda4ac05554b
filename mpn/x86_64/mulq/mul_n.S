/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_n_<n>_mulq (rp, ap, unused, bp), n = 1..12:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).  Straight line. */

#include "columns.h"

/* Columns k.. of n x n limbs; the top one is left to the caller. */
        .macro  COLUMNS_FROM k, n, c0, c1, c2
        .if     (\k) < \n
        GATHER  0, \k, \k, \c0, \c1, \c2
        .else
        GATHER  (\k - \n + 1), (\n - 1), \k, \c0, \c1, \c2
        .endif
        mov     \c0, 8*(\k)(RP)
        .if     (\k) < 2*\n - 3
        COLUMNS_FROM (\k + 1), \n, \c1, \c2, \c0
        .else
        LAST_COLUMN \n, \c1, \c2
        .endif
        .endm

/* The product of the highest limbs, which carries nothing out. */
        .macro  LAST_COLUMN n, c0, c1
        mov     8*(\n - 1)(AP), %rax
        mulq    8*(\n - 1)(BP)
        add     \c0, %rax
        adc     \c1, %rdx
        mov     %rax, 8*(2*\n - 2)(RP)
        mov     %rdx, 8*(2*\n - 1)(RP)
        mov     %rdx, %rax
        .endm

        .macro  MUL_N   n
FUNCTION comba_mul_n_\n\()_mulq
        .if     \n > 1
        SAVE    T1
        .endif
        mov     (AP), %rax
        mulq    (BP)
        mov     %rax, (RP)
        .if     \n == 1
        mov     %rdx, 8(RP)
        mov     %rdx, %rax
        .else
        mov     %rdx, C0
        xor     C1, C1
        COLUMNS_FROM 1, \n, C0, C1, C2
        RESTORE T1
        .endif
        ret
END comba_mul_n_\n\()_mulq
        .endm

        MUL_N   1
        MUL_N   2
        MUL_N   3
        MUL_N   4
        MUL_N   5
        MUL_N   6
        MUL_N   7
        MUL_N   8
        MUL_N   9
        MUL_N   10
        MUL_N   11
        MUL_N   12
