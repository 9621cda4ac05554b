/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_double_add_arm64 (rp, ap, n, c):
   rp[0..n-1] = 2 * rp[0..n-1] + ap[0..n-1] + c, c = 0..2; returns what carries out, 0..2.
   n >= 2, even; rp does not overlap ap.  Time depends on n alone.

   c is a bit shifted in, if it is 2, and a carry, if it is not 0. */

#include "asm.h"

FUNCTION comba_double_add_arm64
        lsl     x8, x3, #62
        cmp     x3, #1
1:      ldp     x4, x5, [x0]
        ldp     x6, x7, [x1], #16
        extr    x8, x4, x8, #63
        extr    x9, x5, x4, #63
        adcs    x6, x6, x8
        adcs    x7, x7, x9
        stp     x6, x7, [x0], #16
        mov     x8, x5
        sub     x2, x2, #2
        cbnz    x2, 1b
        lsr     x8, x8, #63
        adc     x0, x8, xzr
        ret
END comba_double_add_arm64
