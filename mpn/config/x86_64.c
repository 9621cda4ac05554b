/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "kernels/x86_64/mul/mul.h"
#include "config/portable.h"
#include "arith/arith.h"
#include "kernels/x86_64/mul/toom_linear.h"

static const struct comba_toom_linear linear = {
  .add_n = comba_add_n,
  .sub_n = comba_sub_n,
  .join = comba_join,
  .recompose2 = comba_toom2_recompose,
  .mul3 = comba_toom3_mul,
  .sqr3 = comba_toom3_sqr,
  .evaluate = comba_toom_evaluate,
  .eliminate = comba_toom_eliminate,
  .combine = comba_toom_combine,
};

const struct comba_config comba_config_x86_64 = {
  .name = "x86_64",
  .why_not = comba_runs_anywhere,
  .own_jumps = 8,
  .mul_n_max = 23,
  .mul_n = { COMBA_MULQ_TO_23 (COMBA_MULQ_MUL_N_ROW) },
  .mul_by_max = 8,
  .mul_by_an_max = COMBA_NEVER,
  .mul_by = { COMBA_MULQ_TO_8 (COMBA_MULQ_MUL_BY_ROW) },
  .sqr_n_max = 27,
  .sqr_n = { COMBA_MULQ_SQR_N (COMBA_MULQ_SQR_N_ROW) },
  .mul_basecase = comba_mul_basecase_mulq,
  .sqr_basecase = comba_sqr_basecase_mulq,
  .addmul_1 = comba_addmul_1_mulq,
  .by_limb = COMBA_MULQ_BY_LIMB,
  .redc_rows = comba_redc_rows_mulq,
  .redc_n = { COMBA_MULQ_REDC_N (COMBA_MULQ_REDC_N_ROW) },
  .add_mul_by = { COMBA_MULQ_ADD_MUL_BY (COMBA_MULQ_ADD_MUL_BY_ROW) },
  COMBA_SET_OVER (&linear),
  .costs = { .limb = 0, .call = 0, .step = 4 },
  .thresholds = {
    .mul_windows = COMBA_NEVER,
    .sqr_windows = COMBA_NEVER,
    .mul_toom22 = 24,
    .mul_pieces = 24,
    .mul_toom33 = 138,
    .mul_toom32 = 100,
    .mul_toom42 = 200,
    .mul_toom44 = 240,
    .mul_toom66 = 300,
    .mul_toom88 = 490,
    .mul_ntt = 7500,
    .sqr_toom2 = 28,
    .sqr_toom3 = 140,
    .sqr_toom4 = 420,
    .sqr_toom6 = 420,
    .sqr_toom8 = 590,
    .sqr_ntt = 10000,
    .mod_pmr = 70,
    .mod_wrap = 60,
    .mod_ntt = 1800,
    .parallel_wake = 1500,
  },
};
