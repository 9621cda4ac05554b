/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_n_<n>_avx2 (rp, ap, unused, bp), n = 5..22:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).  Straight line, by strips of b in the rows of
   rows.h: as few strips as there are registers for, since a row's end takes time whatever its width. */

#include "rows.h"

        .macro  STRIP   w, n, add
        STRAIGHT \w, \n, \add
        lea     8*\w(BP), BP
        lea     8*\w(RP), RP
        .endm

/* b in strips of u, v and w limbs, in ascending order; u and v may be zero. */
        .macro  MUL_N   n, u, v, w
FUNCTION comba_mul_n_\n\()_avx2
        SAVE_ROWS \w
        .if     \u
        STRIP   \u, \n, 0
        .endif
        .if     \v
        STRIP   \v, \n, \u
        .endif
        STRAIGHT \w, \n, \v
        RESTORE_ROWS \w
        ret
END comba_mul_n_\n\()_avx2
        .endm

        MUL_N   5, 0, 0, 5
        MUL_N   6, 0, 0, 6
        MUL_N   7, 0, 0, 7
        MUL_N   8, 0, 0, 8
        MUL_N   9, 0, 0, 9
        MUL_N   10, 0, 5, 5
        MUL_N   11, 0, 5, 6
        MUL_N   12, 0, 6, 6
        MUL_N   13, 0, 6, 7
        MUL_N   14, 0, 7, 7
        MUL_N   15, 0, 7, 8
        MUL_N   16, 0, 8, 8
        MUL_N   17, 0, 8, 9
        MUL_N   18, 0, 9, 9
        MUL_N   19, 6, 6, 7
        MUL_N   20, 6, 7, 7
        MUL_N   21, 7, 7, 7
        MUL_N   22, 7, 7, 8
