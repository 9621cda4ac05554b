/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_n_<n>_adx (rp, ap, unused, bp), n = 1..12:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).  Straight line.

   n                   1  2  3  4  5  6  7  8  9  10  11  12
   Golden Cove, cycles 6  7 11 18 26 39 52 68 88 114 139 163    through mpn_mul_n */

#include "columns.h"

        FUNCTION comba_mul_n_1_adx
        mov     (AP), %rdx
        mulx    (BP), %rcx, %rax
        mov     %rcx, (RP)
        mov     %rax, 8(RP)
        ret
END comba_mul_n_1_adx

        .macro  MUL_N   n
        .if     \n < 7
        .set    fill, 0xaaa
        .else
        .set    fill, 0x4450cb6
        .endif
FUNCTION comba_mul_n_\n\()_adx
        SAVE_ACC \n
        ENTER_WIDE \n
        FIRST_STEP \n
        .set    j, 1
        .rept   \n - 1
        .if     j & 1
        STEP    \n, j, EVEN, ODD
        .else
        STEP    \n, j, ODD, EVEN
        .endif
        .set    j, j + 1
        .endr
        .if     \n & 1
        LAST_LIMBS \n, \n, EVEN
        .else
        LAST_LIMBS \n, \n, ODD
        .endif
        LEAVE_WIDE \n
        RESTORE_ACC \n
        ret
END comba_mul_n_\n\()_adx
        .endm

        .irp    n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        MUL_N   \n
        .endr
