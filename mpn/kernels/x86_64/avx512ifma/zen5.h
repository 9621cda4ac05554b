/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What AMD's Zen 5 takes instead of the sets zen4 and ifma. */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_ZEN5_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_ZEN5_H

#include "kernels/x86_64/avx512ifma/zen4.h"

/* Squares by windows, where other CPUs have mulx. */
#define COMBA_ZEN5_SQR_N(X) X (10) X (11)
#define X(n) comba_sqr_fixed_fn comba_sqr_n_##n##_zen5;
COMBA_ZEN5_SQR_N (X)
#undef X
#define COMBA_ZEN5_SQR_N_ROW(n) [n] = comba_sqr_n_##n##_zen5,

comba_mul_basecase_fn comba_mul_zen5;
comba_mul_rows_fn comba_mul_unequal_zen5;
comba_sqr_basecase_fn comba_sqr_zen5;

/* As mul_by in the table. */
#define X(n) comba_mul_fixed_fn comba_mul_by_##n##_zen5;
COMBA_IFMA_MUL_BY (X)
#undef X
#define COMBA_ZEN5_MUL_BY_ROW(n) [n] = comba_mul_by_##n##_zen5,

#endif
