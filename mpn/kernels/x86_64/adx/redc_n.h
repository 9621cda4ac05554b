/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Whole reductions (kernels/x86_64/adx/redc_n.S), for C and assembly: X (n, number of blocks with
   F, their width v).  The last block, Montgomery's own, has the other w rows, v <= w <= 9, as the
   sums at the end require.

   If the multiples of P that F adds could reach beta^n, with (count + 1) v = n, half of the
   results would be beta^n or more, and the branch that subtracts P could not be predicted.  So v
   is smaller where w can be larger. */

#ifndef COMBA_KERNELS_X86_64_ADX_REDC_N_H
#define COMBA_KERNELS_X86_64_ADX_REDC_N_H

#define COMBA_ADX_REDC_N(X) \
  X (11, 1, 5) X (12, 1, 5) X (13, 1, 6) X (14, 1, 6) X (15, 1, 7) X (16, 1, 7) X (17, 1, 8) X (18, 1, 9) \
  X (19, 2, 6) X (20, 2, 6) X (21, 2, 6) X (22, 2, 7) X (23, 2, 7) X (24, 2, 8) X (32, 3, 8)

#endif
