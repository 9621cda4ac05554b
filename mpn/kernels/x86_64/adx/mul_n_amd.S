/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_n_<n>_adx_amd (rp, ap, unused, bp), n = 26, 27: those of avx2 (kernels/x86_64/adx/mul_n_register_rows.S) go on, which has digits from
   there on.  Strips in a loop take a tenth longer. */

#include "kernels/x86_64/adx/register_rows.h"

        MUL_N   26, 8, 9, 9, adx_amd
        MUL_N   27, 9, 9, 9, adx_amd
