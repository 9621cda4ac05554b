/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_by_<w>_avx2 (rp, ap, an, bp), w = 6..9:
   rp[0..an+w-1] = ap[0..an-1] * bp[0..w-1]; returns rp[an+w-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).

   comba_add_mul_by_<w>_avx2 (rp, ap, an, bp), w = 6..9:
   rp[0..an+w-1] = rp[0..an-1] + ap[0..an-1] * bp[0..w-1]; otherwise the same.

   Those of adx for Zen 3, as mul_n.S. */

#include "zero.h"
#include "../adx/by_columns.h"

        .set    fill, 0

        .macro  MUL_BY  w, count
FUNCTION comba_mul_by_\w\()_avx2
        BY_COLUMNS \w, \count
END comba_mul_by_\w\()_avx2
        .endm
        .macro  ADD_MUL_BY w, count
FUNCTION comba_add_mul_by_\w\()_avx2
        BY_COLUMNS \w, \count, 1
END comba_add_mul_by_\w\()_avx2
        .endm

        MUL_BY  6, %r14
        MUL_BY  7, %r15
        MUL_BY  8, %rbp
        MUL_BY  9, (%rsp)

        ADD_MUL_BY 6, %r14
        ADD_MUL_BY 7, %r15
        ADD_MUL_BY 8, %rbp
        ADD_MUL_BY 9, (%rsp)
