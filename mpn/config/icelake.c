/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The set for CPUs with AVX-512 IFMA. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/adx/adx.h"
#include "dispatch/x86.h"
#include "mul/ntt/ntt.h"
#include "residue/representation.h"

const struct comba_toom_linear comba_toom_ifma = {
  .add_n = comba_add_n_ifma,
  .sub_n = comba_sub_n_ifma,
  .join = comba_join_ifma,
  .recompose2 = comba_toom2_recompose_ifma,
  .evaluate = comba_toom_evaluate_ifma,
  .eliminate = comba_toom_eliminate_ifma,
  .combine = comba_toom_combine_ifma,
};

const struct comba_representation *const comba_representations_ifma[] = {
  &comba_representation_one_two_limbs, &comba_representation_ifma, &comba_representation_small_adx, &comba_representation_montgomery_cached,
  &comba_representation_montgomery_rows, &comba_representation_montgomery, &comba_representation_barrett_ifma,
  &comba_representation_barrett_cached, &comba_representation_barrett, NULL
};

const struct comba_config comba_config_icelake = {
  .name = "icelake",
  .why_not = comba_why_not_ifma,
  .own_jumps = 4,
  .mul_n_max = 71,
  .mul_n = { COMBA_ADX_TO_8 (COMBA_ADX_MUL_N_ROW) COMBA_IFMA_MUL_N (COMBA_IFMA_MUL_N_ROW)
             COMBA_IFMA_MUL_N_TILES (COMBA_IFMA_MUL_N_ROW) },
  .mul_equal = { COMBA_ADX_EQUAL (COMBA_ADX_MUL_EQUAL_ROW) },
  .mul_by_max = 8,
  .mul_by_an_max = 700,
  .mul_by = { COMBA_ADX_MUL_BY_INTEL_ROW (1) COMBA_ADX_MUL_BY_INTEL_ROW (2) COMBA_ADX_MUL_BY_INTEL_ROW (3)
              COMBA_IFMA_MUL_BY (COMBA_IFMA_MUL_BY_ROW) },
  .mul_rows_to = { [1] = 32, 32, 32, 32, 22, 12, 15, 11 },
  .mul_rows = { COMBA_ADX_ROWS (COMBA_ADX_ROWS_ROW) },
  .mul_unequal = comba_mul_unequal_ifma,
  .mul_unequal_an_max = 380,
  .sqr_n_max = 30,
  .sqr_n = { COMBA_ADX_TO_11 (COMBA_ADX_SQR_N_ROW) COMBA_IFMA_SQR_N (COMBA_IFMA_SQR_N_ROW) },
  .mul_basecase = comba_mul_ifma,
  .sqr_basecase = comba_sqr_ifma,
  .addmul_1 = comba_addmul_1_adx_intel,
  .by_limb = COMBA_ADX_BY_LIMB,
  .redc_rows = comba_redc_rows_adx,
  .add_mul_by = { COMBA_ADX_ADD_MUL_BY (COMBA_ADX_ADD_MUL_BY_ROW) },
  .toom = &comba_toom_ifma,
  .ntt = &comba_ntt_ifma,
  .representations = comba_representations_ifma,
  .digits = &comba_pool_representation_bipartite52,
  .digits_lead = 2880,
  .digits_lead_sqr = 2560,
  .powm_limb_min = 3,
  .powm_limb_max = COMBA_ADX_SMALL_MAX,
  .powm_limb_form_max = COMBA_ADX_SMALL_MAX - 1,
  .powm_limb = comba_powm_limb_adx,
  /* A row waits for the product's lowest limb, which adx has sooner. */
  .short_powers = {
    { .from = 3, .products = 2 },
    { .from = 10, .products = 10, .two_bits = 40, .with = &comba_config_x86_64_adx },
    { .from = 11, .products = 9, .two_bits = 28, .with = &comba_config_x86_64_adx },
    { .from = 12, .products = 9, .two_bits = 25, .with = &comba_config_x86_64_adx },
    { .from = 13, .products = 9, .two_bits = 31, .with = &comba_config_x86_64_adx },
    { .from = 14, .products = 6, .two_bits = 24, .with = &comba_config_x86_64_adx },
    { .from = 15, .products = 4, .two_bits = 20, .with = &comba_config_x86_64_adx },
    { .from = 16, .products = 4, .two_bits = 18, .with = &comba_config_x86_64_adx },
    { .from = 17, .products = 4, .two_bits = 17, .with = &comba_config_x86_64_adx },
    { .from = 18, .products = 4, .with = &comba_config_x86_64_adx },
    { .from = 20, .products = 5, .with = &comba_config_x86_64_adx },
    { .from = 21, .products = 4, .with = &comba_config_x86_64_adx },
    { .from = 24, .products = 5, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 32, .products = 5, .by = COMBA_SHORT_NU, .rows = 1 },
    { .from = 52, .products = 6, .by = COMBA_SHORT_NU },
    { .from = 230, .products = 10, .by = COMBA_SHORT_NU },
    { .from = 391, .products = 8, .by = COMBA_SHORT_NU },
  },
  .costs = { .limb = 10, .call = 400, .step = 23 },
  .thresholds = {
    .mul_windows = COMBA_NEVER,
    .sqr_windows = COMBA_NEVER,
    .mul_toom22 = 72,
    .mul_pieces = 88,
    .mul_toom33 = 1100,
    .mul_toom32 = 84,
    .mul_toom42 = 350,
    .mul_toom44 = 1100,
    .mul_toom66 = 1100,
    .mul_toom88 = 1500,
    .mul_ntt = 521,
    .sqr_toom2 = 124,
    .sqr_toom3 = 1300,
    .sqr_toom4 = 1300,
    .sqr_toom6 = 1500,
    .sqr_toom8 = 1800,
    .sqr_ntt = 675,
    .mod_pmr = 60,
    .mod_wrap = 190,
    .mod_ntt = 391,
    .parallel_wake = 9000,
  },
  .plans = {
    .mul = { {
      { 165, COMBA_PATH_POINTS, 3 }, { 521, COMBA_PATH_NTT, 4 }, { 2450, COMBA_PATH_NTT, 8 },
      { 5000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
    } },
    .mul_unbalanced = { {
      { 165, COMBA_PATH_COLUMNS, 2 }, { 350, COMBA_PATH_NTT, 4 }, { 2000, COMBA_PATH_NTT, 8 },
      { 5000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
    } },
    .sqr = { {
      { 230, COMBA_PATH_POINTS, 3 }, { 780, COMBA_PATH_NTT, 4 }, { 3500, COMBA_PATH_NTT, 8 },
      { 8000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
    } },
    .mod = { {
      { 124, COMBA_PATH_DIGITS, 2 }, { 215, COMBA_PATH_DIGITS, 4 }, { 290, COMBA_PATH_DIGITS, 8 },
      { 505, COMBA_PATH_CRT_BIPARTITE, 8 }, { 801, COMBA_PATH_CRT_BIPARTITE, 2 }, { 1400, COMBA_PATH_CRT_BIPARTITE, 4 },
      { 4000, COMBA_PATH_CRT_BIPARTITE, 8 }, { 5100, COMBA_PATH_CACHED, 8 }, { 8000, COMBA_PATH_CACHED, 16 },
    } },
    .mod_even = { {
      { 430, COMBA_PATH_CACHED, 2 }, { 1400, COMBA_PATH_CACHED, 4 }, { 4000, COMBA_PATH_CACHED, 8 },
      { 8000, COMBA_PATH_CACHED, 16 },
    } },
  },
};
