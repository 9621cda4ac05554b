/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Parts of the linear steps for any x86-64. */

#ifndef COMBA_BASE_H
#define COMBA_BASE_H

#include "toom/points.h"

/* With L and H the lower and upper h limbs of v0 = rp[0..2h-1], of
   vinf = rp[2h..3h+top-1] and of middle[0..2h-1]:
     rp[h..2h-1] = (H0 + L1) + L0 +- LM, rp[2h..3h-1] = (H0 + L1) + H1 +- HM;
   what is carried out of each, perhaps less than 0, is returned.
   h >= 1, 0 <= top <= h; middle does not overlap rp.  Time depends on h and top. */
struct comba_recompose_carries
{
  long x, y;
};
typedef struct comba_recompose_carries
comba_recompose_pass_fn (mp_ptr rp, mp_srcptr middle, mp_size_t h, mp_size_t top);
comba_recompose_pass_fn comba_recompose_pass_add, comba_recompose_pass_sub;

/* The steps p[0] and p[1], or p[0] alone, but for the shift; without submul c is zero.
   n >= 1.  Time depends on n alone. */
typedef void comba_divide_rows_fn (const struct comba_toom_division *p, mp_size_t n);
comba_divide_rows_fn comba_divide_rows_1, comba_divide_rows_2;
comba_divide_rows_fn comba_divide_rows_submul_1, comba_divide_rows_submul_2;

#endif
