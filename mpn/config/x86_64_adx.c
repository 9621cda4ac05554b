/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "kernels/x86_64/adx/adx.h"
#include "kernels/x86_64/mul/toom_linear.h"
#include "mul/ntt/ntt.h"
#include "residue/representation.h"
#include "dispatch/x86.h"
#include "arith/arith.h"

const struct comba_toom_linear comba_toom_adx = {
  .add_n = comba_add_n,
  .sub_n = comba_sub_n,
  .join = comba_join,
  .recompose2 = comba_toom2_recompose,
  .sqr3 = comba_toom3_sqr,
  .evaluate = comba_toom_evaluate,
  .eliminate = comba_toom_eliminate,
  .combine = comba_toom_combine,
};

static const struct comba_representation *const representations[] = {
  &comba_representation_one_two_limbs, &comba_representation_small_adx, &comba_representation_montgomery_cached, &comba_representation_montgomery_rows,
  &comba_representation_montgomery, &comba_representation_barrett_cached, &comba_representation_barrett, NULL
};

const struct comba_config comba_config_x86_64_adx = {
  .name = "x86_64_adx",
  .why_not = comba_why_not_adx,
  .own_jumps = 4,
  .mul_n_max = 32,
  .mul_n = { COMBA_ADX_MUL_N (COMBA_ADX_MUL_N_ROW) },
  .mul_equal = { COMBA_ADX_EQUAL (COMBA_ADX_MUL_EQUAL_ROW) },
  .mul_by_max = 8,
  .mul_by_an_max = COMBA_NEVER,
  .mul_by = { COMBA_ADX_MUL_BY (COMBA_ADX_MUL_BY_INTEL_ROW) },
  .mul_rows_to = { [1 ... 8] = COMBA_MUL_ROWS_MAX },
  .mul_rows = { COMBA_ADX_ROWS (COMBA_ADX_ROWS_ROW) },
  .sqr_n_max = 32,
  .sqr_n = { COMBA_ADX_SQR_N (COMBA_ADX_SQR_N_ROW) },
  .mul_basecase = comba_mul_basecase_adx,
  .sqr_basecase = comba_sqr_basecase_adx,
  .addmul_1 = comba_addmul_1_adx_intel,
  .by_limb = COMBA_ADX_BY_LIMB,
  .redc_rows = comba_redc_rows_adx,
  .add_mul_by = { COMBA_ADX_ADD_MUL_BY (COMBA_ADX_ADD_MUL_BY_ROW) },
  .toom = &comba_toom_adx,
  .ntt = COMBA_NTT_PORTABLE,
  .representations = representations,
  .powm_limb_min = 3,
  .powm_limb_max = COMBA_ADX_SMALL_MAX,
  .powm_limb_form_max = COMBA_ADX_SMALL_MAX,
  .powm_limb = comba_powm_limb_adx,
  .short_powers = {
    { 3, 3 }, { 8, 2 }, { 11, 40 },
    { .from = 110, .products = 127, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 200, .products = 127, .by = COMBA_SHORT_NU, .rows = 1 },
    { .from = 350, .products = 127, .by = COMBA_SHORT_NU },
    { .from = 1600, .products = 64, .by = COMBA_SHORT_NU },
    { .from = 2100, .products = 24, .by = COMBA_SHORT_NU },
  },
  .costs = { .limb = 0, .call = 2, .step = 4 },
  .thresholds = {
    .mul_windows = COMBA_NEVER,
    .sqr_windows = COMBA_NEVER,
    .mul_toom22 = 28,
    .mul_pieces = 32,
    .mul_toom33 = 320,
    .mul_toom32 = 95,
    .mul_toom42 = 190,
    .mul_toom44 = 320,
    .mul_toom66 = 320,
    .mul_toom88 = 530,
    .mul_ntt = 7000,
    .sqr_toom2 = 33,
    .sqr_toom3 = 145,
    .sqr_toom4 = 550,
    .sqr_toom6 = 550,
    .sqr_toom8 = 660,
    .sqr_ntt = 11500,
    .mod_pmr = 88,
    .mod_wrap = 57,
    .mod_ntt = 1600,
    .parallel_wake = 2500,
  },
  .plans = {
    .mul = { {
      { 110, COMBA_PATH_POINTS, 3 }, { 360, COMBA_PATH_POINTS, 12 },
      { 1400, COMBA_PATH_POINTS, 16 }, { 6000, COMBA_PATH_NTT, 16 },
      { 60000, COMBA_PATH_NTT, 64 },
    } },
    .mul_unbalanced = { {
      { 100, COMBA_PATH_COLUMNS, 2 }, { 170, COMBA_PATH_BLOCKS, 8 },
      { 4500, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
    } },
    .sqr = { {
      { 230, COMBA_PATH_POINTS, 3 }, { 450, COMBA_PATH_POINTS, 12 },
      { 1400, COMBA_PATH_POINTS, 16 }, { 7000, COMBA_PATH_NTT, 16 },
      { 60000, COMBA_PATH_NTT, 64 },
    } },
    .mod = { {
      { 110, COMBA_PATH_BIPARTITE, 2 }, { 150, COMBA_PATH_TRIPARTITE, 3 },
      { 1150, COMBA_PATH_CACHED, 4 },
    } },
    .mod_even = { { { 1150, COMBA_PATH_CACHED, 4 } } },
  },
};
