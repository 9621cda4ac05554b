/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx (BMI2).  Products of n x n limbs, straight code.

   comba_mul_n_<n>_mulx, n = 2..15: rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].

     mp_limb_t comba_mul_n_<n>_mulx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);

   System V AMD64: rp in rdi, ap in rsi, an in rdx (not read), bp in rcx; result in rax.
   rp overlaps neither source; the sources may overlap.  No scratch.
   Clobbers rax, rcx, rdx, rdi, r8-r11 and the flags; saves and restores those of rbx, rbp, r12-r15
   that the widest strip needs.
   Time is constant for each n. */

#include "kernels/x86_64/mulx/columns_mulx.h"

/* b in strips of these widths, the widest first. */
        .macro  MUL_N   n, first, others:vararg
FUNCTION comba_mul_n_\n\()_mulx
        SAVE_SETS \first
        STRAIGHT \first, \n
        STRIPS  \n, \first, \others
        RESTORE_SETS \first
        ret
END comba_mul_n_\n\()_mulx
        .endm
        .macro  STRIPS  n, before, w, others:vararg
        .ifnb   \w
        lea     8*\before(BP), BP
        lea     8*\before(RP), RP
        STRAIGHT \w, \n, 1
        STRIPS  \n, \w, \others
        .endif
        .endm

        MUL_N   2, 2
        MUL_N   3, 3
        MUL_N   4, 4
        MUL_N   5, 5
        MUL_N   6, 3, 3
        MUL_N   7, 4, 3
        MUL_N   8, 4, 4
        MUL_N   9, 5, 4
        MUL_N   10, 5, 5
        MUL_N   11, 4, 4, 3
        MUL_N   12, 4, 4, 4
        MUL_N   13, 5, 4, 4
        MUL_N   14, 5, 5, 4
        MUL_N   15, 5, 5, 5
