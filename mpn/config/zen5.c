/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* AMD's Zen 5, which like Intel's CPUs starts two multiplications of eight digits in a cycle.  For
   each size it uses the faster of the kernels for Intel's CPUs and for Zen 4.  Measured on Zen
   5. */

#include "config/zen4.c"

.name = "zen5",
.about = "AMD Zen 5, AVX-512 IFMA",
/* Two lines of processors for notebooks multiply one half after the other, as Zen 4 does.  This
   relies on AMD's documentation alone. */
.suits = &(const struct comba_cpus) { "AuthenticAMD", .family = 26, .later = 1, .not_lines = 1 << 2 | 1 << 6 },
.mul_n = { COMBA_ADX_TO_8 (COMBA_ADX_MUL_N_ROW) COMBA_IFMA_MUL_N (COMBA_IFMA_PERMUTE2_MUL_N_ROW)
           COMBA_IFMA_MUL_N_TILES (COMBA_IFMA_MUL_N_ROW) },
.mul_by_an_max = 1653,
.mul_by = { COMBA_ADX_AHEAD_MUL_BY_ROW (1) COMBA_ADX_AHEAD_MUL_BY_ROW (2) COMBA_ADX_AHEAD_MUL_BY_ROW (3)
            COMBA_IFMA_MUL_BY (COMBA_IFMA_PERMUTE2_MUL_BY_ROW) },
.mul_rows_to = { [1] = 32, 24 },
.mul_rows = { COMBA_ADX_MUL_ROWS (COMBA_ADX_MUL_ROWS_ROW) },
.mul_unequal = comba_mul_unequal_permute2_ifma,
.mul_unequal_an_max = 186,
.sqr_n = { COMBA_ADX_TO_8 (COMBA_ADX_SQR_N_ROW) COMBA_ADX_SQR_N_ROW (9)
           COMBA_IFMA_SQR_N_10_11 (COMBA_IFMA_SQR_N_ROW) COMBA_IFMA_SQR_N (COMBA_IFMA_SQR_N_ROW) },
.mul_basecase = comba_mul_basecase_permute2_ifma,
.wide.max = 51,
.toom = &comba_toom_ifma,
.representations = {
  { &comba_representation_one_two_limbs }, { &comba_representation_small_adx, 3, 8 },
  { &comba_representation_montgomery52, 8, 15 }, { &comba_representation_montgomery52_blocks, 16, 289 },
  { &comba_representation_montgomery52, 290, 300 }, { &comba_representation_montgomery_cached },
  { &comba_representation_montgomery_rows }, { &comba_representation_montgomery },
  { &comba_representation_barrett52_blocks, 13, 24 }, { &comba_representation_barrett_cached },
  { &comba_representation_barrett },
},
.radix_lead = 640,
.radix_lead_sqr = 320,

.row_mul_n = {
  COMBA_ADX_MEMORY_ROWS_MUL_N_ROW (10) COMBA_ADX_MEMORY_ROWS_MUL_N_ROW (11) COMBA_ADX_MEMORY_ROWS_MUL_N_ROW (12)
},
.row_sqr_n = { COMBA_ADX_SQR_N_ROW (10) COMBA_ADX_SQR_N_ROW (11) COMBA_ADX_SQR_N_ROW (12) },
.powm_costs.division = 159,
.powm_costs.division_wait = 9,
.powm_costs.digits = 15,
.powm_costs.digits_wait = 24,
.powm_costs.barrett = 88,
.powm_costs.cached = 78,
.thresholds.mul_toom42 = 281,
.thresholds.mul_ntt = 318,
.thresholds.mul_ntt_by = 134,
.thresholds.sqr_toom2 = 124,
.thresholds.sqr_halves = COMBA_NEVER,
.thresholds.sqr_ntt = 512,
.thresholds.mod_pmr = 25,
.thresholds.mod_wrapped = 190,
/* Estimated, as in config/icelake.c. */
.thresholds.powm_lanes_end = 81,

.plans.mul = { {
  { 100, COMBA_PATH_POINTS, 3 }, { 512, COMBA_PATH_NTT, 4 }, { 2800, COMBA_PATH_NTT, 8 },
  { 9000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.mul_unbalanced = { {
  { 115, COMBA_PATH_BLOCKS, 2 }, { 467, COMBA_PATH_NTT, 4 }, { 2000, COMBA_PATH_NTT, 8 },
  { 7000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.sqr = { {
  { 130, COMBA_PATH_POINTS, 3 }, { 640, COMBA_PATH_NTT, 4 }, { 3500, COMBA_PATH_NTT, 8 },
  { 20000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.mod = { {
  { 70, COMBA_PATH_RADIX_BIPARTITE, 2 }, { 327, COMBA_PATH_CRT_BIPARTITE, 2 }, { 360, COMBA_PATH_RADIX_BIPARTITE, 2 },
  { 426, COMBA_PATH_CRT_BIPARTITE, 2 }, { 1424, COMBA_PATH_CACHED, 4 }, { 1760, COMBA_PATH_CRT_BIPARTITE, 2 },
  { 2136, COMBA_PATH_CACHED, 4 },
} },
.plans.mod_even = { { { 381, COMBA_PATH_CACHED, 2 }, { 2600, COMBA_PATH_CACHED, 4 } } },
