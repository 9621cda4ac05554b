/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Where in the context of the form by rows (montgomery_rows.c) what is that kernels read; for C and
   assembly.  In limbs. */

#ifndef COMBA_RESIDUE_MONTGOMERY_ROWS_CONTEXT_H
#define COMBA_RESIDUE_MONTGOMERY_ROWS_CONTEXT_H

#define COMBA_ROWS_M 8                  /* -1/P mod beta; for a kernel that does all rows with w = 1, mod beta^2 */
#define COMBA_ROWS_P 16
#define COMBA_ROWS_F(n) (COMBA_ROWS_P + ((n) + 7) / 8 * 8)      /* for such kernels: F = (q P + 1) / beta^w, q = -1/P mod beta^w */

#endif
