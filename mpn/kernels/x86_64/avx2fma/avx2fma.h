/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernels for CPUs with AVX2 and FMA besides what adx needs. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_AVX2FMA_H
#define COMBA_KERNELS_X86_64_AVX2FMA_AVX2FMA_H

#include "dispatch/config.h"
#include "kernels/x86_64/mul/by_limb_few.h"
#include "kernels/x86_64/adx/redc_n.h"

/* Products of 5 to 25 limbs; shorter ones are those of adx. */
#define COMBA_AVX2_MUL_N(X) \
  X (5) X (6) X (7) X (8) X (9) X (10) X (11) X (12) X (13) X (14) X (15) X (16) X (17) X (18) \
  X (19) X (20) X (21) X (22) X (23) X (24) X (25)
#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_avx2;
COMBA_AVX2_MUL_N (X)
#undef X
#define COMBA_AVX2_MUL_N_ROW(n) [n] = comba_mul_n_##n##_avx2,

/* Products by 1 to 9 limbs. */
#define COMBA_AVX2_MUL_BY(X) X (1) X (2) X (3) X (4) X (5) X (6) X (7) X (8) X (9)
#define X(w) comba_mul_fixed_fn comba_mul_by_##w##_avx2;
COMBA_AVX2_MUL_BY (X)
#undef X
#define COMBA_AVX2_MUL_BY_ROW(w) [w] = comba_mul_by_##w##_avx2,

/* Added, as those of adx; that by 9 is for the basecase alone. */
#define COMBA_AVX2_ADD_MUL_BY(X) X (6) X (7) X (8)
#define X(w) comba_mul_fixed_fn comba_add_mul_by_##w##_avx2;
COMBA_AVX2_ADD_MUL_BY (X) X (9)
#undef X
#define COMBA_AVX2_ADD_MUL_BY_ROW(w) [w] = comba_add_mul_by_##w##_avx2,

/* Reductions of 11 to 18 rows modulo as many limbs; others are those of adx. */
#define COMBA_AVX2_REDC_ROWS_MIN 11
#define COMBA_AVX2_REDC_ROWS(X) X (11) X (12) X (13) X (14) X (15) X (16) X (17) X (18)
#define X(n) comba_redc_rows_fn comba_redc_rows_##n##_avx2;
COMBA_AVX2_REDC_ROWS (X)
#undef X
comba_redc_rows_fn comba_redc_rows_avx2;

/* All of a reduction, with F. */
#define X(n, count, v) comba_redc_fixed_fn comba_redc_n_##n##_avx2;
COMBA_AVX2_REDC_N (X)
#undef X
#define COMBA_AVX2_REDC_N_ROW(n, count, v) [n] = { comba_redc_n_##n##_avx2, v, n },

/* Squares of 13 to 32 limbs; shorter ones are those of adx. */
#define COMBA_AVX2_SQR_N(X) \
  X (13) X (14) X (15) X (16) X (17) X (18) X (19) X (20) X (21) X (22) X (23) X (24) X (25) \
  X (26) X (27) X (28) X (29) X (30) X (31) X (32)
#define X(n) comba_sqr_fixed_fn comba_sqr_n_##n##_avx2;
COMBA_AVX2_SQR_N (X)
#undef X
#define COMBA_AVX2_SQR_N_ROW(n) [n] = comba_sqr_n_##n##_avx2,

/* A row of a division; the others by a limb are those of adx. */
comba_addmul_1_fn comba_submul_1_avx2;
#define COMBA_AVX2_BY_LIMB \
  COMBA_BY_LIMB_FEW (comba_mul_1_adx, comba_addmul_1_adx, comba_submul_1_avx2)

comba_mul_basecase_fn comba_mul_basecase_avx2;
comba_sqr_basecase_fn comba_sqr_basecase_avx2;

/* Products and squares in digits of 48 bits, which need no ADX: limbs of the shorter operand. */
#define COMBA_AVX2_DIGITS_MIN 7
#define COMBA_AVX2_DIGITS_MAX 256
comba_mul_basecase_fn comba_mul_digits_avx2;
comba_sqr_basecase_fn comba_sqr_digits_avx2;

extern const struct comba_ntt comba_ntt_avx2;

/* Residues as digits in doubles, for odd moduli of 22 to 270 limbs, but for 23, without ADX of 12 and more: of 48 bits
   from so many limbs on, and from 32 on where 51 bits make no fewer digits; else of 51. */
#define COMBA_AVX2_MOD48 48
extern const struct comba_representation comba_representation_avx2, comba_representation_fma, comba_representation_montgomery48;
extern const struct comba_pool_representation comba_pool_representation_bipartite48;

#endif
