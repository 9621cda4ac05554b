/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_sqr_n_<n>_adx (rp, ap), n = 1..10:
   rp[0..2n-1] = ap[0..n-1]^2; returns rp[2n-1].
   The contract is that of comba_sqr_fixed_fn (kernels.h).  Straight line.

   The products a_i a_j, i < j, by growing steps (columns.h): step j multiplies
   a[j] by a[0..j-1].  Then, in one pass, their sum is doubled (carry flag) and
   the squares are added to it (overflow flag). */

#include "columns.h"

FUNCTION comba_sqr_n_1_adx
        mov     (AP), %rdx
        mulx    %rdx, %rcx, %rax
        mov     %rcx, (RP)
        mov     %rax, 8(RP)
        ret
END comba_sqr_n_1_adx

/* rp[i] = 2 \x + limb i of the squares, i > 0; \hi carries the high half of a
   square to the next limb. */
        .macro  DOUBLE  i, x, hi
        .if     (\i) & 1
        adcx    \x, \x
        adox    \hi, \x
        .else
        mov     8*(\i)/2(AP), %rdx
        mulx    %rdx, %rax, \hi
        adcx    \x, \x
        adox    %rax, \x
        .endif
        mov     \x, 8*(\i)(RP)
        .endm

        .macro  DOUBLE_CELL w, k, prev, cur
        .if     \k < \w
        .if     \w & 1
        DOUBLE  \w + 1 + \k, \cur, ODD
        .else
        DOUBLE  \w + 1 + \k, \cur, EVEN
        .endif
        .endif
        .endm

/* The accumulators after step n-1 are in \acc0, ...; \hi is free. */
        .macro  FINISH  n, acc0, hi
        mov     (AP), %rdx
        xor     %eax, %eax
        mulx    %rdx, %rax, \hi
        mov     %rax, (RP)
        .set    i, 1
        .rept   \n - 1
        mov     8*i(RP), %rcx
        DOUBLE  i, %rcx, \hi
        .set    i, i + 1
        .endr
        DOUBLE  \n, \acc0, \hi
        EACH    DOUBLE_CELL, (\n - 1), \acc0
        mov     $0, %eax
        adcx    %rax, \hi
        adox    %rax, \hi
        mov     \hi, 8*(2*\n - 1)(RP)
        mov     \hi, %rax
        .endm

        .macro  SQR_N   n
FUNCTION comba_sqr_n_\n\()_adx
        SAVE_ACC (\n - 1)
        mov     AP, BP
        mov     8(AP), %rdx
        mulx    (BP), %rax, EVEN
        mov     %rax, 8(RP)
        .set    j, 2
        .rept   \n - 2
        .if     j & 1
        GROWING_STEP j, j, ODD, EVEN
        .else
        GROWING_STEP j, j, EVEN, ODD
        .endif
        .set    j, j + 1
        .endr
        .if     \n & 1
        FINISH  \n, ODD, EVEN
        .else
        FINISH  \n, EVEN, ODD
        .endif
        RESTORE_ACC (\n - 1)
        ret
END comba_sqr_n_\n\()_adx
        .endm

        .irp    n, 2, 3, 4, 5, 6, 7, 8, 9, 10
        SQR_N   \n
        .endr
