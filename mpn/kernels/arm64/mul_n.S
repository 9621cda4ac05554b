/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* AArch64.  Products of n x n limbs, straight code (kernels/arm64/columns_arm64.h).

   comba_mul_n_<n>_arm64, n = 1..8: rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].

     mp_limb_t comba_mul_n_<n>_arm64 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);

   AAPCS64: rp in x0, ap in x1, an in x2 (not read), bp in x3; result in x0.
   rp overlaps neither source; the sources may overlap.  No scratch.
   Clobbers x0-x17 and the flags; saves and restores those of x19-x28 that n needs.
   Time is constant for each n. */

#include "kernels/arm64/columns_arm64.h"

FUNCTION comba_mul_n_1_arm64
        ldr     IN0, [AP]
        ldr     B_0, [BP]
        mul     OUT0, IN0, B_0
        umulh   OUT1, IN0, B_0
        stp     OUT0, OUT1, [RP]
        mov     RP, OUT1
        ret
END comba_mul_n_1_arm64

        .macro  MUL_N   n
FUNCTION comba_mul_n_\n\()_arm64
        SAVE_ACC \n
        LOAD_B  \n, BP
        .if     \n % 2
        ONE     FIRST_STEP, \n
        .else
        TWO     FIRST_STEP, \n
        .endif
        .rept   (\n - 1) / 2
        TWO     STEP, \n
        .endr
        LAST_LIMBS \n
        RESTORE_ACC \n
        ret
END comba_mul_n_\n\()_arm64
        .endm

        .irp    n, 2, 3, 4, 5, 6, 7, 8
        MUL_N   \n
        .endr
