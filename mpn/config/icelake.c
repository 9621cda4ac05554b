/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with AVX-512 IFMA that start two multiplications of eight digits in a cycle: Intel's since
   Ice Lake. */

#include "config/x86_64_adx.c"

.name = "icelake",
.about = "Intel from Ice Lake, AVX-512 IFMA",
.why_not = comba_why_not_ifma,
.mul_n_max = 71,
.mul_n = { COMBA_ADX_TO_8 (COMBA_ADX_MUL_N_ROW) COMBA_IFMA_MUL_N (COMBA_IFMA_MUL_N_ROW)
           COMBA_IFMA_MUL_N_TILES (COMBA_IFMA_MUL_N_ROW) },
.mul_by_an_max = 3403,
.mul_by = { COMBA_ADX_MEMORY_ROWS_MUL_BY_ROW (1) COMBA_ADX_MEMORY_ROWS_MUL_BY_ROW (2) COMBA_ADX_MEMORY_ROWS_MUL_BY_ROW (3)
            COMBA_IFMA_MUL_BY (COMBA_IFMA_MUL_BY_ROW) },
.mul_rows_to = COMBA_IFMA_MUL_ROWS_TO,
.mul_unequal = comba_mul_unequal_ifma,
.mul_unequal_an_max = 383,
.sqr_n_max = 30,
.sqr_n = { COMBA_ADX_TO_11 (COMBA_ADX_SQR_N_ROW) COMBA_IFMA_SQR_N (COMBA_IFMA_SQR_N_ROW) },
.mul_basecase = comba_mul_basecase_ifma,
.sqr_basecase = comba_sqr_basecase_ifma,
.div_vectors = { comba_div_digits_ifma, COMBA_IFMA_DIV_MAX },
.linear = &comba_linear_avx2,
.toom = &comba_toom_ifma,
.ntt = &comba_ntt_ifma,
.representations = {
  { &comba_representation_one_two_limbs }, { &comba_representation_montgomery52, 8, 390 },
  { &comba_representation_small_adx, 3, 9 }, { &comba_representation_montgomery_cached },
  { &comba_representation_montgomery_rows }, { &comba_representation_montgomery },
  { &comba_representation_barrett52, 13, 24 }, { &comba_representation_barrett_cached },
  { &comba_representation_barrett },
},
/* Estimated, not measured: side by side, the multiplications of a product at two a cycle and a tenth
   more, against the measured powers by themselves. */
.lanes = { &comba_lanes_ifma, 85 },
.radix_bipartite = &comba_pool_representation_bipartite52,
.radix_lead = 2880,
.radix_lead_sqr = 2560,
/* The vector products store their lowest limb last. */
.row_mul_n = { COMBA_ADX_10_TO_23 (COMBA_ADX_MEMORY_ROWS_MUL_N_ROW) },
.row_sqr_n = { COMBA_ADX_10_TO_23 (COMBA_ADX_SQR_N_ROW) },

.hgcd2_divides = 1,
.one_limb.square = 5,
.one_limb.inverse = 7,
.one_limb.chains = 24,

.powm_costs.division = 123,
.powm_costs.division_wait = 9,
.powm_costs.digits = 9,
.powm_costs.digits_wait = 48,
.powm_costs.barrett = 74,
.powm_costs.cached = 76,
.costs.limb = 10,
.costs.call = 400,
.costs.step = 23,
.thresholds.mul_toom22 = 72,
.thresholds.mul_pieces = 88,
.thresholds.mul_toom33 = 1100,
.thresholds.mul_toom32 = 84,
.thresholds.mul_toom42 = 350,
.thresholds.mul_toom44 = 1100,
.thresholds.mul_toom66 = 1100,
.thresholds.mul_toom88 = 1500,
.thresholds.mul_ntt = 521,
.thresholds.mul_ntt_by = 144,
.thresholds.sqr_toom2 = 124,
.thresholds.sqr_toom3 = 1300,
.thresholds.sqr_toom4 = 1300,
.thresholds.sqr_toom6 = 1500,
.thresholds.sqr_toom8 = 1800,
.thresholds.sqr_ntt = 675,
.thresholds.set_str_tree = 50,
.thresholds.div_blocks = COMBA_NEVER,
.thresholds.div_recursive = 50,
.thresholds.div_vectors = 14,
.thresholds.mod_pmr = 24,
.thresholds.mod_wrapped = 190,
.thresholds.mod_ntt = 391,
.thresholds.powm_lanes = 6,
.thresholds.powm_lanes_end = 97,
.thresholds.parallel_wake = 9000,

.plans.mul = { {
  { 165, COMBA_PATH_POINTS, 3 }, { 521, COMBA_PATH_NTT, 4 }, { 2450, COMBA_PATH_NTT, 8 },
  { 5000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.mul_unbalanced = { {
  { 165, COMBA_PATH_COLUMNS, 2 }, { 350, COMBA_PATH_NTT, 4 }, { 2000, COMBA_PATH_NTT, 8 },
  { 5000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.sqr = { {
  { 230, COMBA_PATH_POINTS, 3 }, { 780, COMBA_PATH_NTT, 4 }, { 3500, COMBA_PATH_NTT, 8 },
  { 8000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.mod = { {
  { 124, COMBA_PATH_RADIX_BIPARTITE, 2 }, { 215, COMBA_PATH_RADIX_BIPARTITE, 4 }, { 290, COMBA_PATH_RADIX_BIPARTITE, 8 },
  { 505, COMBA_PATH_CRT_BIPARTITE, 8 }, { 801, COMBA_PATH_CRT_BIPARTITE, 2 }, { 1400, COMBA_PATH_CRT_BIPARTITE, 4 },
  { 4000, COMBA_PATH_CRT_BIPARTITE, 8 }, { 5100, COMBA_PATH_CACHED, 8 }, { 8000, COMBA_PATH_CACHED, 16 },
} },
.plans.mod_even = { {
  { 430, COMBA_PATH_CACHED, 2 }, { 1400, COMBA_PATH_CACHED, 4 }, { 4000, COMBA_PATH_CACHED, 8 },
  { 8000, COMBA_PATH_CACHED, 16 },
} },
