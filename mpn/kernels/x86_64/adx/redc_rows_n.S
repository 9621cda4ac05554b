/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_redc_rows_<n>_adx (tp, pp, n, mu), n = 11..18: n rows of Montgomery's reduction, as comba_redc_rows_fn
   (dispatch/config.h) has them, but n is not read.  Straight line, two blocks. */

#include "kernels/x86_64/adx/redc_block.h"

/* Blocks of v and w rows, v <= w. */
        .macro  REDC_ROWS n, v, w
FUNCTION comba_redc_rows_\n\()_adx
        SAVE_ROWS \w
        push    %rcx
        .cfi_adjust_cfa_offset 8
        BLOCK   \v, \n, ROW
        lea     8*\v(TP), TP
        BLOCK   \w, \n, ROW
        pop     %rcx
        .cfi_adjust_cfa_offset -8
        RESTORE_ROWS \w
        ret
END comba_redc_rows_\n\()_adx
        .endm

        REDC_ROWS 11, 5, 6
        REDC_ROWS 12, 6, 6
        REDC_ROWS 13, 6, 7
        REDC_ROWS 14, 7, 7
        REDC_ROWS 15, 7, 8
        REDC_ROWS 16, 8, 8
        REDC_ROWS 17, 8, 9
        REDC_ROWS 18, 9, 9
