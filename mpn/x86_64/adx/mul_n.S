/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_n_<n>_adx (rp, ap, unused, bp), n = 1..12:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).  Straight line.

   n                   1  2  3  4  5  6  7  8  9  10  11  12
   Golden Cove, cycles 6  7 11 18 26 37 52 65 82 114 139 159    through mpn_mul_n */

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

        MUL_N   2, 0
        MUL_N   3, 0
        MUL_N   4, 0
        MUL_N   5, 0xaaa
        MUL_N   6, 0x11a0896
        MUL_N   7, 0x4450cb6
        MUL_N   8, 0x214036e
        MUL_N   9, 0x8680ded
        MUL_N   10, 0x4450cb6
        MUL_N   11, 0x4450cb6
        MUL_N   12, 0x4025e
