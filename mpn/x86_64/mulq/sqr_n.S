/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_sqr_n_<n>_mulq (rp, ap), n = 1..12: rp[0..2n-1] = ap[0..n-1]^2; returns rp[2n-1].
   The contract is that of comba_sqr_fixed_fn (kernels.h).  Straight line. */

#include "sqr_columns.h"

FUNCTION comba_sqr_n_1_mulq
        mov     (AP), %rax
        mul     %rax
        mov     %rax, (RP)
        mov     %rdx, 8(RP)
        mov     %rdx, %rax
        ret
END comba_sqr_n_1_mulq

        .macro  SQR_N   n
FUNCTION comba_sqr_n_\n\()_mulq
        .if     \n > 5
        SAVE    T1
        SAVE    T2
        .endif
        SQR     \n, 0
        .if     \n > 5
        RESTORE T2
        RESTORE T1
        .endif
        ret
END comba_sqr_n_\n\()_mulq
        .endm

        SQR_N   2
        SQR_N   3
        SQR_N   4
        SQR_N   5
        SQR_N   6
        SQR_N   7
        SQR_N   8
        SQR_N   9
        SQR_N   10
        SQR_N   11
        SQR_N   12
