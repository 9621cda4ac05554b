/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* MUL_1 (rp, ap, n, b, carry), with ADC for the one chain of carries: adc or adcx.  The contract is that of
   comba_mul_1_fn (dispatch/config.h). */

#include "kernels/x86_64/mulx/rows_mulx.h"

        .macro  LIMB    i, below, high
        mulx    8*\i(AP), %r9, \high
        ADC     \below, %r9
        mov     %r9, 8*\i(RP)
        .endm

        .macro  NO_CARRY
        .endm

        .macro  FOLD    sum
        adc     $0, \sum
        .endm

FUNCTION MUL_1
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        BY_LIMB LIMB, NO_CARRY, FOLD
END MUL_1
