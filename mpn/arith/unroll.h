/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* UNROLL before a loop over the products of a kernel for one size, whose count is a constant. */

#ifndef COMBA_ARITH_UNROLL_H
#define COMBA_ARITH_UNROLL_H

#ifdef __clang__
#define UNROLL _Pragma ("clang loop unroll(full)")
#else
#define UNROLL _Pragma ("GCC unroll 64")
#endif

#endif
