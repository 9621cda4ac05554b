/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_1_adx (rp, ap, n, b, carry): the contract is that of comba_mul_1_fn (kernels.h).

   One chain of carries, by adcx: Zen 3 takes 1.25 cycles a limb, 1.8 with adc. */

#include "by_limb.h"

        .macro  LIMB    i, below, high
        mulx    8*\i(AP), %r9, \high
        adcx    \below, %r9
        mov     %r9, 8*\i(RP)
        .endm

        .macro  OF      count
        .if     (\count & 1) == 0
        mov     %r8, %rax
        .endif
        STRAIGHT LIMB, \count
        adc     $0, %rax
        ret
        .endm

/* After a comparison without a borrow there are no carries. */
FUNCTION comba_mul_1_adx
        cmp     $8, %rdx
        ja      9f
        mov     %rdx, %r10
        mov     %rcx, %rdx
        cmp     $4, %r10
        ja      5f
        je      4f
        cmp     $2, %r10
        ja      3f
        je      2f
        mulx    (AP), %r9, %rax
        add     %r8, %r9
        mov     %r9, (RP)
        adc     $0, %rax
        ret
2:      OF      2
3:      OF      3
4:      OF      4
5:      cmp     $6, %r10
        je      6f
        jb      5f
        cmp     $8, %r10
        je      8f
        test    %r10, %r10
        OF      7
5:      test    %r10, %r10
        OF      5
6:      OF      6
8:      OF      8
9:      COUNT_SIXTEENS
        mov     %r8, %rax
        ENTER   LAST
        .p2align 5
        SIXTEEN LIMB
        lea     128(AP), AP
        lea     128(RP), RP
        dec     SIXTEENS
        jnz     20b
        adc     $0, %rax
        ret
END comba_mul_1_adx
