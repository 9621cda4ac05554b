/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Parts of the linear steps for any x86-64. */

#ifndef COMBA_BASE_H
#define COMBA_BASE_H

#include "toom/points.h"

/* The steps p[0] and p[1], or p[0] alone, but for the shift; without submul c is zero.
   n >= 1.  Time depends on n alone. */
typedef void comba_divide_rows_fn (const struct comba_toom_division *p, mp_size_t n);
comba_divide_rows_fn comba_divide_rows_1, comba_divide_rows_2;
comba_divide_rows_fn comba_divide_rows_submul_1, comba_divide_rows_submul_2;

#endif
