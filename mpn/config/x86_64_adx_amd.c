/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The set adx on AMD's CPUs: the scalar codelets of avx2, thresholds measured on Zen 4. */

#include "kernels/x86_64/adx/adx.h"
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "mul/ntt/ntt.h"
#include "residue/representation.h"
#include "dispatch/x86.h"

static const struct comba_representation *const representations[] = {
  &comba_representation_one_two_limbs, &comba_representation_small_adx, &comba_representation_montgomery_cached, &comba_representation_montgomery_rows,
  &comba_representation_montgomery, &comba_representation_barrett_cached, &comba_representation_barrett, NULL
};

const struct comba_config comba_config_x86_64_adx_amd = {
  .name = "x86_64_adx",
  .why_not = comba_why_not_adx,
  .suits = comba_is_amd,
  .own_jumps = 8,
  .mul_n_max = 27,
  .mul_n = { COMBA_ADX_TO_4 (COMBA_ADX_MUL_N_ROW) COMBA_AVX2_MUL_N (COMBA_AVX2_MUL_N_ROW)
             COMBA_ADX_AMD_MUL_N (COMBA_ADX_AMD_MUL_N_ROW) },
  .mul_by_max = 9,
  .mul_by_an_max = COMBA_NEVER,
  .mul_by = { COMBA_AVX2_MUL_BY (COMBA_AVX2_MUL_BY_ROW) },
  .sqr_n_max = 32,
  .sqr_n = { COMBA_ADX_TO_12 (COMBA_ADX_SQR_N_ROW) COMBA_AVX2_SQR_N (COMBA_AVX2_SQR_N_ROW) },
  .mul_basecase = comba_mul_basecase_adx_amd,
  .sqr_basecase = comba_sqr_basecase_adx_amd,
  .addmul_1 = comba_addmul_1_adx,
  .by_limb = COMBA_AVX2_BY_LIMB,
  .redc_rows = comba_redc_rows_adx,
  .redc_n = { COMBA_AVX2_REDC_N (COMBA_AVX2_REDC_N_ROW) },
  .add_mul_by = { COMBA_AVX2_ADD_MUL_BY (COMBA_AVX2_ADD_MUL_BY_ROW) },
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
    .mul_pieces = 26,
    .mul_toom33 = 320,
    .mul_toom32 = 60,
    .mul_toom42 = 165,
    .mul_toom44 = 259,
    .mul_toom66 = 311,
    .mul_toom88 = 449,
    .mul_ntt = 14000,
    .sqr_toom2 = 33,
    .sqr_toom3 = 125,
    .sqr_toom4 = 550,
    .sqr_toom6 = 550,
    .sqr_toom8 = 660,
    .sqr_ntt = 19000,
    .mod_pmr = 81,
    .mod_wrap = 75,
    .mod_ntt = 3400,
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
