/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_n_<n>_adx (rp, ap, unused, bp), n = 1..12:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).  Straight line.

   Cycles on Golden Cove, called through mpn_mul_n: TODO */

#include "columns.h"

FUNCTION comba_mul_n_1_adx
        mov     (AP), %rdx
        mulx    (BP), %rcx, %rax
        mov     %rcx, (RP)
        mov     %rax, 8(RP)
        ret
END comba_mul_n_1_adx

/* b and the pointers go to the stack. */
        .macro  ENTER_WIDE w
        sub     $WIDE_FRAME, %rsp
        .cfi_adjust_cfa_offset WIDE_FRAME
        mov     RP, WIDE_RP
        mov     AP, WIDE_AP
        .set    k, 0
        .rept   \w / 2
        movups  8*k(BP), %xmm0
        movaps  %xmm0, 8*k(%rsp)
        .set    k, k + 2
        .endr
        .if     \w & 1
        mov     8*k(BP), %rax
        mov     %rax, 8*k(%rsp)
        .endif
        .endm

        .macro  LEAVE_WIDE
        add     $WIDE_FRAME, %rsp
        .cfi_adjust_cfa_offset -WIDE_FRAME
        .endm

        .macro  MUL_N   n
FUNCTION comba_mul_n_\n\()_adx
        SAVE_ACC \n
        .if     \n > 9
        ENTER_WIDE \n
        .endif
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
        .if     \n > 9
        LEAVE_WIDE
        .endif
        RESTORE_ACC \n
        ret
END comba_mul_n_\n\()_adx
        .endm

        .irp    n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        MUL_N   \n
        .endr
