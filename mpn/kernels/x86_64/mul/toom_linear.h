/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Parts of the linear steps for any x86-64. */

#ifndef COMBA_KERNELS_X86_64_MUL_TOOM_LINEAR_H
#define COMBA_KERNELS_X86_64_MUL_TOOM_LINEAR_H

#include "mul/toom/toom.h"

/* The steps p[0] and p[1] (_2), or p[0] alone (_1), without their shift: for both halves of the
   row, x = (x - c y) / d mod beta^n.  Without _submul c is taken as zero.
   n >= 1.  No scratch.  Time depends on n alone. */
typedef void comba_divide_rows_fn (const struct comba_toom_division *p, mp_size_t n);
comba_divide_rows_fn comba_divide_rows_1, comba_divide_rows_2;
comba_divide_rows_fn comba_divide_rows_submul_1, comba_divide_rows_submul_2;

/* The sums of comba_toom2_recompose_fn, M added or subtracted, with top = rn - 3h limbs in the
   upper part: rp[h..2h-1] and rp[2h..3h-1] without their carries, which are returned as x and y, -1
   to 3 each.
   h >= top >= 0, h >= 1; middle does not overlap rp.  No scratch.  Time depends on h and top
   alone. */
struct comba_toom2_carries
{
  long x, y;
};
typedef struct comba_toom2_carries comba_toom2_sums_fn (mp_ptr rp, mp_srcptr middle, mp_size_t h,
                                                        mp_size_t top);
comba_toom2_sums_fn comba_toom2_add_middle, comba_toom2_sub_middle;

/* rp[0..n-1] = ap[0..n-1] +- bp[0..n-1] +- cp[0..n-1] mod beta^n, with the signs in the name;
   returns the carry, negative for a borrow, -2 to 2.
   n >= 0; rp may equal any source, or overlap none; sources may be equal.  No scratch.  Time
   depends on n alone. */
typedef long comba_add_two_n_fn (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_srcptr cp, mp_size_t n);
comba_add_two_n_fn comba_add_add_n, comba_add_sub_n, comba_sub_sub_n;

/* rp[0..n-1] = (ap[0..n-1] - bp[0..n-1]) / 3 mod beta^n: the exact quotient if 3 divides the
   difference and that is not negative.
   n >= 0; rp may equal ap or bp, or overlap neither.  No scratch.  Time depends on n alone. */
void comba_sub_divide_3 (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);

/* Toom-3 for struct comba_toom_linear. */
comba_toom3_mul_fn comba_toom3_mul;
comba_toom3_sqr_fn comba_toom3_sqr;

#endif
