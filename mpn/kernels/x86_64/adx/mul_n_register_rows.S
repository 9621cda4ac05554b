/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX, tuned for Zen 3.  Products of n x n limbs, straight code.

   comba_mul_n_<n>_register_rows_adx, n = 5..25:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].

     mp_limb_t comba_mul_n_<n>_register_rows_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an,
                                                  mp_srcptr bp);

   System V AMD64: rp in rdi, ap in rsi, an in rdx (not read), bp in rcx; result in rax.
   rp overlaps neither source; the sources may overlap.  No scratch.
   Clobbers rax, rcx, rdx, rdi, r8-r11 and the flags; saves and restores rbx, rbp, and those of
   r12-r15 that the widest strip needs.
   Time is constant for each n.

   Strips of b in the rows of kernels/x86_64/adx/register_rows.h: as few strips as the registers
   allow, because the end of a row takes the same time whatever its width. */

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
