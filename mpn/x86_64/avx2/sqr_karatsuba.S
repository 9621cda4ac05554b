/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_sqr_n_<n>_avx2 (rp, ap), n = 33..48:
   rp[0..2n-1] = ap[0..n-1]^2; returns rp[2n-1].
   The contract is that of comba_sqr_fixed_fn (kernels.h).  Karatsuba (karatsuba.h) over sqr_n.S:
   v1 = -(a0 - a1)^2. */

#include "../asm.h"
#include "karatsuba.h"

/* h and s as in karatsuba.h. */
        .macro  SQR_N   n, h, s
FUNCTION comba_sqr_n_\n\()_avx2
        ENTER   \h
        mov     %rdi, RP
        mov     %rsi, AP
        DIFFERENCE AP, \h, \s, DIFFERENCE_A (\h), SIGN
        mov     RP, %rdi
        mov     AP, %rsi
        call    comba_sqr_n_\h\()_avx2
        mov     %rsp, %rdi
        lea     DIFFERENCE_A (\h)(%rsp), %rsi
        call    comba_sqr_n_\h\()_avx2
        mov     $-1, SIGN
        INVERT  0, VECTORS (2*\h), SIGN
        lea     8*2*\h(RP), %rdi
        lea     8*\h(AP), %rsi
        call    comba_sqr_n_\s\()_avx2
        COMBINE \n, \h
        LEAVE   \h
        ret
END comba_sqr_n_\n\()_avx2
        .endm

        SQR_N   33, 17, 16
        SQR_N   34, 17, 17
        SQR_N   35, 18, 17
        SQR_N   36, 18, 18
        SQR_N   37, 19, 18
        SQR_N   38, 19, 19
        SQR_N   39, 20, 19
        SQR_N   40, 20, 20
        SQR_N   41, 21, 20
        SQR_N   42, 21, 21
        SQR_N   43, 22, 21
        SQR_N   44, 22, 22
        SQR_N   45, 23, 22
        SQR_N   46, 23, 23
        SQR_N   47, 24, 23
        SQR_N   48, 24, 24
