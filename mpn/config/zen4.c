/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The set for AMD's CPUs with AVX-512 IFMA, Zen 4 and later: the vector kernels of ifma, the codelets of avx2, thresholds
   measured on Zen 4, which starts one multiplication of eight digits a cycle. */

#include "kernels/x86_64/avx512ifma/zen4.h"
#include "kernels/x86_64/adx/adx.h"
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "dispatch/x86.h"
#include "residue/representation.h"
#include "mul/ntt/ntt.h"

static const struct comba_representation *const representations[] = {
  &comba_representation_one_two_limbs, &comba_representation_small_adx, &comba_representation_zen4, &comba_representation_montgomery_cached,
  &comba_representation_montgomery_rows, &comba_representation_montgomery, &comba_representation_barrett_zen4, &comba_representation_barrett_cached,
  &comba_representation_barrett, NULL
};

static const struct comba_toom_linear linear = {
  .add_n = comba_add_n_ifma,
  .sub_n = comba_sub_n_ifma,
  .join = comba_join_ifma,
  .recompose2 = comba_toom2_recompose_ifma,
  .sqr2 = comba_toom2_sqr_zen4,
  .evaluate = comba_toom_evaluate_ifma,
  .eliminate = comba_toom_eliminate_ifma,
  .combine = comba_toom_combine_ifma,
};

const struct comba_config comba_config_zen4 = {
  .name = "zen4",
  .why_not = comba_why_not_ifma,
  .suits = comba_is_amd,
  .own_jumps = 8,
  .mul_n_max = 71,
  .mul_n = { COMBA_ADX_MUL_N_ROW (1) COMBA_ADX_MUL_N_ROW (2) COMBA_ADX_MUL_N_ROW (3)
             COMBA_ZEN4_MUL_N (COMBA_ZEN4_MUL_N_ROW) },
  .mul_by_max = 8,
  .mul_by_an_max = 700,
  .mul_by = { COMBA_AVX2_MUL_BY_ROW (1) COMBA_AVX2_MUL_BY_ROW (2) COMBA_AVX2_MUL_BY_ROW (3)
              COMBA_IFMA_MUL_BY (COMBA_ZEN4_MUL_BY_ROW) },
  .mul_unequal = comba_mul_unequal_zen4,
  .mul_unequal_an_max = 220,
  .sqr_n_max = 30,
  .sqr_n = { COMBA_ADX_TO_11 (COMBA_ADX_SQR_N_ROW) COMBA_IFMA_SQR_N (COMBA_IFMA_SQR_N_ROW) },
  .mul_basecase = comba_mul_zen4,
  .sqr_basecase = comba_sqr_zen4,
  .addmul_1 = comba_addmul_1_adx,
  .by_limb = COMBA_AVX2_BY_LIMB,
  .redc_rows = comba_redc_rows_adx,
  .add_mul_by = { COMBA_ADX_ADD_MUL_BY (COMBA_ADX_ADD_MUL_BY_ROW) },
  .toom = &linear,
  .ntt = &comba_ntt_zen4,
  .representations = representations,
  .digits = &comba_pool_representation_bipartite52,
  .digits_lead = 2880,
  .digits_lead_sqr = 2560,
  .powm_limb_min = 3,
  .powm_limb_max = COMBA_ADX_SMALL_MAX,
  .powm_limb_form_max = COMBA_ADX_SMALL_MAX - 1,
  .powm_limb = comba_powm_limb_adx,
  /* A row waits for the product's lowest limb, which adx has sooner. */
  .short_powers = {
    { .from = 3, .products = 2 }, { .from = 10, .products = 20, .with = &comba_config_x86_64_adx },
    { .from = 11, .products = 13 }, { .from = 12, .products = 10, .with = &comba_config_x86_64_adx },
    { .from = 13, .products = 15 }, { .from = 15, .products = 9 }, { .from = 18, .products = 6 },
    { .from = 20, .products = 10 }, { .from = 21, .products = 6 }, { .from = 25, .products = 4 },
    { .from = 26, .products = 15, .by = COMBA_SHORT_NU, .rows = 9 },
    { .from = 28, .products = 9, .by = COMBA_SHORT_NU, .rows = 5 },
    { .from = 30, .products = 7, .by = COMBA_SHORT_NU, .rows = 3 },
    { .from = 39, .products = 9, .by = COMBA_SHORT_NU, .rows = 3 },
    { .from = 41, .products = 6, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 46, .products = 7, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 52, .products = 9, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 58, .products = 7, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 65, .products = 9, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 79, .products = 8, .by = COMBA_SHORT_NU, .rows = 1 },
    { .from = 104, .products = 10, .by = COMBA_SHORT_NU, .rows = 1 },
    { .from = 128, .products = 10, .by = COMBA_SHORT_NU },
    { .from = 215, .products = 23, .by = COMBA_SHORT_NU },
    { .from = 290, .products = 13, .by = COMBA_SHORT_NU },
  },
  .costs = { .limb = 10, .call = 400, .step = 23 },
  .thresholds = {
    .mul_windows = COMBA_NEVER,
    .sqr_windows = COMBA_NEVER,
    .mul_toom22 = 72,
    .mul_pieces = 88,
    .mul_toom33 = 1100,
    .mul_toom32 = 96,
    .mul_toom42 = 350,
    .mul_toom44 = 1100,
    .mul_toom66 = 1100,
    .mul_toom88 = 1500,
    .mul_ntt = 258,
    .sqr_toom2 = 111,
    .sqr_toom3 = 1300,
    .sqr_toom4 = 1300,
    .sqr_toom6 = 1500,
    .sqr_toom8 = 1800,
    .sqr_ntt = 425,
    .mod_pmr = 30,
    .mod_wrap = 94,
    .mod_ntt = 257,
    .parallel_wake = 5000,
  },
  .plans = {
    .mul = { {
      { 130, COMBA_PATH_POINTS, 3 }, { 400, COMBA_PATH_NTT, 4 }, { 2800, COMBA_PATH_NTT, 8 },
      { 9000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
    } },
    .mul_unbalanced = { {
      { 125, COMBA_PATH_BLOCKS, 2 }, { 400, COMBA_PATH_NTT, 4 }, { 2000, COMBA_PATH_NTT, 8 },
      { 7000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
    } },
    .sqr = { {
      { 170, COMBA_PATH_POINTS, 3 }, { 520, COMBA_PATH_NTT, 4 }, { 3500, COMBA_PATH_NTT, 8 },
      { 20000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
    } },
    .mod = { {
      { 75, COMBA_PATH_DIGITS, 2 }, { 440, COMBA_PATH_CRT_BIPARTITE, 2 }, { 1420, COMBA_PATH_CACHED, 4 },
    } },
    .mod_even = { { { 371, COMBA_PATH_CACHED, 2 }, { 2600, COMBA_PATH_CACHED, 4 } } },
  },
};
