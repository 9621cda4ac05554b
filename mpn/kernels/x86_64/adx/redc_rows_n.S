/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX, tuned for AMD's.  n rows of Montgomery's reduction, straight code: P =
   pp[0..n-1], odd, mu = -1/P mod beta.

   comba_redc_rows_<n>_adx, n = 11..18:
   beta^n (tp'[0..n-1] + tp'[n..2n-1]) = tp[0..2n-1] + Q P, 0 <= Q < beta^n; tp' is tp afterwards.

     void comba_redc_rows_<n>_adx (mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu,
                                   mp_size_t rows);

   System V AMD64: tp in rdi, pp in rsi, n in rdx and rows in r8 (both n, not read), mu in rcx.
   tp does not overlap pp.  No scratch.
   Clobbers rax, rcx, rdx, rdi, r8-r11 and the flags; saves and restores rbx, rbp, and those of
   r12-r15 that n needs.
   Time is constant for each n.
   Montgomery 1985; two blocks of rows (kernels/x86_64/adx/redc_block.h). */

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
