/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* AArch64.  Strips of a square: t = the sum of a_i a_j beta^(i+j-1) for i < j, i < w, j < an.

   comba_triangle_by_<w>_arm64, w = 1..8: rp[0..an+w-2] = t.
   comba_add_triangle_by_8_arm64, w = 8: rp[0..an+6] = rp[0..an-2] + t.

     void comba_triangle_by_<w>_arm64 (mp_ptr rp, mp_srcptr ap, mp_size_t an);
     void comba_add_triangle_by_8_arm64 (mp_ptr rp, mp_srcptr ap, mp_size_t an);

   AAPCS64: rp in x0, ap in x1, an in x2.
   an >= w, an > 1.  rp does not overlap ap.  No scratch.
   Clobbers x0-x17 and the flags; saves and restores those of x19-x28 that w needs.
   Time depends on an and w alone.

   Step j multiplies a[j] by a[0..j-1] while j < w, then by a[0..w-1]
   (kernels/arm64/columns_arm64.h). */

#include "kernels/arm64/columns_arm64.h"

FUNCTION comba_triangle_by_1_arm64
        mov     BP, AP
        add     AP, AP, #8
        sub     AN, AN, #1
        b       comba_mul_by_1_arm64
END comba_triangle_by_1_arm64

        .macro  GROW    k, next, t, w, add
        .if     \k > 0 && \k < \w
        .if     \add
        ldr     OUT0, [RP]
        .endif
        GROWING_STEP \k, B_\k, OUT0, \add
        str     OUT0, [RP], #8
        .endif
        .endm

        .macro  TRIANGLE_BY name, w, add=0
FUNCTION \name
        SAVE_ACC \w
        LOAD_B  \w, AP
        EACH    GROW, \w, \add
        EACH    NEW_CELL, \w
        add     AP, AP, #8*\w
        sub     AN, AN, #\w
        tbz     AN, #0, 1f
        ONE     STEP, \w, \add
1:      TWOS_AND_LAST \w, \add
END \name
        .endm

        .irp    w, 2, 3, 4, 5, 6, 7, 8
        TRIANGLE_BY comba_triangle_by_\w\()_arm64, \w
        .endr
        TRIANGLE_BY comba_add_triangle_by_8_arm64, 8, 1
