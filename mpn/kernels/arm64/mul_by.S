/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* AArch64.  Products by w limbs, one limb of a at a time (kernels/arm64/columns_arm64.h).

   comba_mul_by_<w>_arm64, w = 1..8: rp[0..an+w-1] = ap[0..an-1] * bp[0..w-1]; returns rp[an+w-1].
   comba_add_mul_by_8_arm64: rp[0..an+7] = rp[0..an-1] + ap[0..an-1] * bp[0..7]; returns rp[an+7].

     mp_limb_t comba_mul_by_<w>_arm64 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);
     mp_limb_t comba_add_mul_by_8_arm64 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);

   AAPCS64: rp in x0, ap in x1, an in x2, bp in x3; result in x0.
   an >= 1.  rp overlaps neither source; the sources may overlap.  No scratch.
   Clobbers x0-x17 and the flags; saves and restores those of x19-x28 that w needs.
   Time depends on an and w alone. */

#include "kernels/arm64/columns_arm64.h"

/* One limb of b: a single carry chain, whose flag the loop preserves. */
FUNCTION comba_mul_by_1_arm64
        ldr     B_0, [BP]
        mov     HIGH, xzr
        tbz     AN, #0, 1f
        ldr     IN0, [AP], #8
        mul     OUT0, IN0, B_0
        umulh   HIGH, IN0, B_0
        str     OUT0, [RP], #8
1:      lsr     AN, AN, #1
        cbz     AN, 3f
        cmn     xzr, xzr
2:      ldp     IN0, IN1, [AP], #16
        mul     OUT0, IN0, B_0
        mul     OUT1, IN1, B_0
        umulh   T0, IN0, B_0
        adcs    OUT0, OUT0, HIGH
        umulh   HIGH, IN1, B_0
        adcs    OUT1, OUT1, T0
        stp     OUT0, OUT1, [RP], #16
        sub     AN, AN, #1
        cbnz    AN, 2b
        adc     HIGH, HIGH, xzr
3:      str     HIGH, [RP]
        mov     RP, HIGH
        ret
END comba_mul_by_1_arm64

/* The first step, a second one if an is even, and then two at a time. */
        .macro  MUL_BY  name, w, add=0
FUNCTION \name
        SAVE_ACC \w
        LOAD_B  \w, BP
        ONE     FIRST_STEP, \w, \add
        tbnz    AN, #0, 1f
        ONE     STEP, \w, \add
1:      sub     AN, AN, #1
        TWOS_AND_LAST \w, \add
END \name
        .endm

        .irp    w, 2, 3, 4, 5, 6, 7, 8
        MUL_BY  comba_mul_by_\w\()_arm64, \w
        .endr
        MUL_BY  comba_add_mul_by_8_arm64, 8, 1
