/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_n_<n>_register_rows_adx (rp, ap, unused, bp), n = 5..27:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].
   The contract is that of comba_mul_fixed_fn (dispatch/config.h).  Straight line, by strips of b in the rows of
   register_rows.h: as few strips as there are registers for, since a row's end takes time whatever its width. */

#include "kernels/x86_64/adx/register_rows.h"

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
        MUL_N   23, 7, 8, 8
        MUL_N   24, 8, 8, 8
        MUL_N   25, 8, 8, 9
        MUL_N   26, 8, 9, 9
        MUL_N   27, 9, 9, 9
