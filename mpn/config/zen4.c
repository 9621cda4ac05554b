/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* AMD's CPUs with AVX-512 IFMA, Zen 4 and later: one multiplication of eight digits starts in a
   cycle.  Measured on Zen 4. */

#include "config/icelake.c"

.name = "zen4",
.about = "AMD from Zen 4, AVX-512 IFMA",
.suits = &(const struct comba_cpus) { "AuthenticAMD" },
.own_jumps = 8,
.mul_n = { COMBA_ADX_MUL_N_ROW (1) COMBA_ADX_MUL_N_ROW (2) COMBA_ADX_MUL_N_ROW (3)
           COMBA_ADX_REGISTER_ROWS_AHEAD_MUL_N (COMBA_ADX_REGISTER_ROWS_AHEAD_MUL_N_ROW)
           COMBA_IFMA_MUL_N (COMBA_IFMA_PERMUTE2_MUL_N_ROW)
           COMBA_IFMA_MUL_N_SMALL_TILES (COMBA_IFMA_ONE_PORT_MUL_N_ROW)
           COMBA_IFMA_MUL_N_LARGE_TILES (COMBA_IFMA_MUL_N_ROW) },
.mul_equal = { NULL },
.mul_by_an_max = 1953,
.mul_by = { COMBA_ADX_AHEAD_MUL_BY_ROW (1) COMBA_ADX_AHEAD_MUL_BY_ROW (2) COMBA_ADX_AHEAD_MUL_BY_ROW (3)
            COMBA_IFMA_MUL_BY (COMBA_IFMA_ONE_PORT_MUL_BY_ROW) },
.mul_rows_to = { 0 },
.mul_rows = { NULL },
.mul_unequal = comba_mul_unequal_one_port_ifma,
.mul_unequal_an_max = 220,
.mul_basecase = comba_mul_basecase_one_port_ifma,
.wide = { NULL, comba_sqr_strips_ifma, COMBA_IFMA_STRIPS_MIN, COMBA_IFMA_STRIPS_MAX },
.addmul_1 = comba_addmul_1_adx,
.by_limb = COMBA_ADX_BY_LIMB,
.toom = &comba_toom_halves_ifma,
.ntt = &comba_ntt_half_nodes_ifma,
.representations = {
  { &comba_representation_one_two_limbs }, { &comba_representation_montgomery52_blocks, 9, 256 },
  { &comba_representation_small_adx, 3, 9 }, { &comba_representation_montgomery_cached },
  { &comba_representation_montgomery_rows }, { &comba_representation_montgomery },
  { &comba_representation_barrett52_blocks, 13, 24 }, { &comba_representation_barrett_cached },
  { &comba_representation_barrett },
},
.lanes.percent = 90,            /* estimated: below */
.montgomery52_karatsuba_mul = 12,
.montgomery52_karatsuba_sqr = 16,

.row_mul_n = { NULL },
.row_sqr_n = { COMBA_ADX_SQR_N_ROW (12) },
.powm_costs.division = 90,
.powm_costs.division_wait = 23,
.powm_costs.digits = 15,
.powm_costs.digits_wait = 33,
.powm_costs.barrett = 82,
.powm_costs.cached = 74,
.thresholds.div_vectors = 12,
.thresholds.bdiv_recursive = 24,
.thresholds.root_halves = 54,
.thresholds.mul_toom32 = 96,
.thresholds.mul_ntt = 258,
.thresholds.mul_ntt_by = 113,
.thresholds.sqr_wide = 36,
.thresholds.sqr_toom2 = 111,
.thresholds.sqr_halves = 136,
.thresholds.sqr_ntt = 425,
.thresholds.mod_pmr = 26,
.thresholds.mod_wrapped = 94,
.thresholds.mod_ntt = 257,
/* Estimated, as in config/icelake.c, with one multiplication a cycle. */
.thresholds.powm_lanes_end = 41,
.thresholds.parallel_wake = 5000,

.plans.mul = { {
  { 130, COMBA_PATH_POINTS, 3 }, { 400, COMBA_PATH_NTT, 4 }, { 2800, COMBA_PATH_NTT, 8 },
  { 9000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.mul_unbalanced = { {
  { 125, COMBA_PATH_BLOCKS, 2 }, { 400, COMBA_PATH_NTT, 4 }, { 2000, COMBA_PATH_NTT, 8 },
  { 7000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.sqr = { {
  { 170, COMBA_PATH_POINTS, 3 }, { 520, COMBA_PATH_NTT, 4 }, { 3500, COMBA_PATH_NTT, 8 },
  { 20000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.mod = { {
  { 75, COMBA_PATH_RADIX_BIPARTITE, 2 }, { 440, COMBA_PATH_CRT_BIPARTITE, 2 }, { 1420, COMBA_PATH_CACHED, 4 },
} },
.plans.mod_even = { { { 371, COMBA_PATH_CACHED, 2 }, { 2600, COMBA_PATH_CACHED, 4 } } },
