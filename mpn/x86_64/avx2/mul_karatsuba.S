/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_n_<n>_avx2 (rp, ap, unused, bp), n = 22..36:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).  Karatsuba (karatsuba.h) over mul_n.S. */

#include "../asm.h"
#include "karatsuba.h"

/* h and s as in karatsuba.h. */
        .macro  MUL_N   n, h, s
FUNCTION comba_mul_n_\n\()_avx2
        ENTER   \h
        mov     %rdi, RP
        mov     %rsi, AP
        mov     %rcx, BP
        DIFFERENCE AP, \h, \s, DIFFERENCE_A (\h), SIGN
        DIFFERENCE BP, \h, \s, DIFFERENCE_B (\h), %rcx
        xor     %rcx, SIGN
        not     SIGN
        mov     RP, %rdi
        mov     AP, %rsi
        mov     BP, %rcx
        call    comba_mul_n_\h\()_avx2
        mov     %rsp, %rdi
        lea     DIFFERENCE_A (\h)(%rsp), %rsi
        lea     DIFFERENCE_B (\h)(%rsp), %rcx
        call    comba_mul_n_\h\()_avx2
        INVERT  0, VECTORS (2*\h), SIGN
        lea     8*2*\h(RP), %rdi
        lea     8*\h(AP), %rsi
        lea     8*\h(BP), %rcx
        call    comba_mul_n_\s\()_avx2
        COMBINE \n, \h
        LEAVE   \h
        ret
END comba_mul_n_\n\()_avx2
        .endm

        MUL_N   22, 11, 11
        MUL_N   23, 12, 11
        MUL_N   24, 12, 12
        MUL_N   25, 13, 12
        MUL_N   26, 13, 13
        MUL_N   27, 14, 13
        MUL_N   28, 14, 14
        MUL_N   29, 15, 14
        MUL_N   30, 15, 15
        MUL_N   31, 16, 15
        MUL_N   32, 16, 16
        MUL_N   33, 17, 16
        MUL_N   34, 17, 17
        MUL_N   35, 18, 17
        MUL_N   36, 18, 18
