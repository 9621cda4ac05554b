/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_1_fma (rp, ap, n, b, carry): the contract is that of comba_mul_1_fn (kernels.h).

   One chain of carries. */

#include "../by_limb.h"

        .macro  LIMB    i, below, high
        mulx    8*\i(AP), %r9, \high
        adc     \below, %r9
        mov     %r9, 8*\i(RP)
        .endm

        .macro  NO_CARRY
        .endm

        .macro  FOLD    sum
        adc     $0, \sum
        .endm

FUNCTION comba_mul_1_fma
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        BY_LIMB LIMB, NO_CARRY, FOLD
END comba_mul_1_fma
