/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The set for CPUs with AVX2 and FMA besides mulx, adcx and adox: products in rows, what is larger in doubles.
   Thresholds measured on Zen 3. */

#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/adx/adx.h"
#include "dispatch/x86.h"
#include "residue/representation.h"

static const struct comba_representation *const representations[] = {
  &comba_representation_one_two_limbs, &comba_representation_small_adx, &comba_representation_montgomery48, &comba_representation_avx2, &comba_representation_montgomery_cached,
  &comba_representation_montgomery_rows, &comba_representation_montgomery, &comba_representation_barrett_cached, &comba_representation_barrett, NULL
};

const struct comba_config comba_config_zen3 = {
  .name = "zen3",
  .why_not = comba_why_not_avx2_fma,
  .own_jumps = 8,
  .mul_n_max = 25,
  .mul_n = { COMBA_ADX_TO_4 (COMBA_ADX_MUL_N_ROW) COMBA_AVX2_MUL_N (COMBA_AVX2_MUL_N_ROW) },
  .mul_by_max = 9,
  .mul_by_an_max = COMBA_NEVER,
  .mul_by = { COMBA_AVX2_MUL_BY (COMBA_AVX2_MUL_BY_ROW) },
  .sqr_n_max = 32,
  .sqr_n = { COMBA_ADX_TO_12 (COMBA_ADX_SQR_N_ROW) COMBA_AVX2_SQR_N (COMBA_AVX2_SQR_N_ROW) },
  .mul_basecase = comba_mul_basecase_avx2,
  .sqr_basecase = comba_sqr_basecase_avx2,
  .addmul_1 = comba_addmul_1_adx,
  .by_limb = COMBA_AVX2_BY_LIMB,
  .redc_rows = comba_redc_rows_avx2,
  .redc_n = { COMBA_AVX2_REDC_N (COMBA_AVX2_REDC_N_ROW) },
  .add_mul_by = { COMBA_AVX2_ADD_MUL_BY (COMBA_AVX2_ADD_MUL_BY_ROW) },
  .toom = &comba_toom_adx,
  .ntt = &comba_ntt_avx2,
  .representations = representations,
  .digits = &comba_pool_representation_bipartite48,
  .powm_limb_min = 3,
  .powm_limb_max = COMBA_ADX_SMALL_MAX,
  .powm_limb_form_max = COMBA_ADX_SMALL_MAX,
  .powm_limb = comba_powm_limb_adx,
  .short_powers = {
    /* Where a limb more needs no more digits, the form takes no longer. */
    { 3, 3 }, { 11, 40 },
    { .from = 22, .products = 60, .two_bits = 64 },
    { .from = 24, .products = 80, .two_bits = 64 },
    { .from = 25, .products = 21, .two_bits = 48 },
    { .from = 26, .products = 40, .two_bits = 48 },
    { .from = 27, .products = 24, .two_bits = 40 },
    { .from = 28, .products = 20, .two_bits = 40 },
    { .from = 31, .products = 14, .two_bits = 40 },
    { .from = 32, .products = 28, .two_bits = 40 },
    { .from = 33, .products = 14, .two_bits = 24 },
    { .from = 38, .products = 10, .two_bits = 20 },
    { .from = 80, .products = 7, .two_bits = 20 },
    { .from = 110, .products = 8, .two_bits = 20, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 130, .products = 10, .two_bits = 20, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 180, .products = 13, .two_bits = 20, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 200, .products = 15, .two_bits = 40, .by = COMBA_SHORT_NU, .rows = 1 },
    { .from = 255, .products = 22, .two_bits = 40, .by = COMBA_SHORT_NU, .rows = 1 },
    { .from = 271, .products = 26, .two_bits = 40, .by = COMBA_SHORT_NU },
    { .from = 300, .products = 14, .two_bits = 40, .by = COMBA_SHORT_NU },
    { .from = 600, .products = 10, .two_bits = 40, .by = COMBA_SHORT_NU },
  },
  .costs = { .limb = 9, .call = 0, .step = 9 },
  .thresholds = {
    .mul_windows = COMBA_NEVER,
    .sqr_windows = COMBA_NEVER,
    .mul_toom22 = 94,
    .mul_pieces = 130,
    .mul_toom33 = 380,
    .mul_toom32 = 120,
    .mul_toom42 = 177,
    .mul_toom44 = 325,
    .mul_toom66 = 351,
    .mul_toom88 = 605,
    .mul_ntt = 302,
    .sqr_toom2 = 192,
    .sqr_toom3 = 240,
    .sqr_toom4 = 550,
    .sqr_toom6 = 550,
    .sqr_toom8 = 660,
    .sqr_ntt = 476,
    .mod_pmr = 88,
    .mod_wrap = 104,
    .mod_ntt = 271,
    .parallel_wake = 1800,
  },
  .plans = COMBA_AVX2_PLANS,
};
