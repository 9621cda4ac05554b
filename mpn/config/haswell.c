/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with AVX2, FMA and BMI2 but without ADX: Haswell, virtual machines of the model x86-64-v3,
   Valgrind.  Measured on Zen 3.  No kernel uses adcx or adox (tests/ct/t-disassembly.sh). */

#include "config/x86_64.c"

.name = "haswell",
.about = "Intel Haswell, with AVX2 and FMA but no ADX",
.why_not = comba_why_not_fma,
.mul_n_max = 15,
.mul_n = { COMBA_ADX_MUL_N_ROW (1) COMBA_MULX_MUL_N (COMBA_MULX_MUL_N_ROW) },
.mul_by_an_max = 1057,
.mul_by = {
  COMBA_ADX_MUL_BY_ROW (1) COMBA_MULQ_MUL_BY_ROW (2) COMBA_MULX_MUL_BY (COMBA_MULX_MUL_BY_ROW)
  COMBA_MULQ_MUL_BY_ROW (6) COMBA_MULQ_MUL_BY_ROW (7) COMBA_MULQ_MUL_BY_ROW (8)
},
.sqr_n_max = 22,
.mul_basecase = comba_mul_basecase_mulx,
.wide = COMBA_AVX2_WIDE,
.addmul_1 = comba_addmul_1_mulx,
.by_limb = COMBA_MULX_BY_LIMB,
.linear = &comba_linear_avx2,
.redc_rows = NULL,
.toom = &comba_toom_portable,
.ntt = &comba_ntt_avx2,
.fft = &comba_fft_avx2,
.representations = {
  { &comba_representation_one_two_limbs }, { &comba_representation_montgomery_fft },
  { &comba_representation_montgomery51, 12, 12 }, { &comba_representation_montgomery51, 14, 47 },
  { &comba_representation_montgomery48, 32, 270 }, { &comba_representation_montgomery_rows },
  { &comba_representation_small }, { &comba_representation_montgomery_cached },
  { &comba_representation_montgomery }, { &comba_representation_barrett_cached }, { &comba_representation_barrett },
},
.lanes = { &comba_lanes_avx2, 90 },
.radix_bipartite = &comba_pool_representation_bipartite48,
.radix_lead = 1500,
.radix_lead_sqr = 750,

.powm_costs.division = 97,
.powm_costs.division_wait = 15,
.powm_costs.digits = 18,
.powm_costs.digits_wait = 50,
.powm_costs.barrett = 75,
.powm_costs.cached = 80,
.costs.limb = 8,
.costs.call = 10,
.costs.step = 9,
.thresholds.mul_wide = 13,
.thresholds.mul_wide_by = 8,
.thresholds.sqr_wide = 23,
.thresholds.mul_toom22 = 104,
.thresholds.mul_pieces = 130,
.thresholds.mul_toom33 = 447,
.thresholds.mul_toom32 = 57,
.thresholds.mul_toom42 = 177,
.thresholds.mul_toom44 = 325,
.thresholds.mul_toom66 = 427,
.thresholds.mul_toom88 = 575,
.thresholds.mul_ntt = 290,
.thresholds.mul_ntt_by = 104,
.thresholds.sqr_toom2 = 192,
.thresholds.sqr_toom3 = 619,
.thresholds.sqr_toom4 = 521,
.thresholds.sqr_toom6 = 521,
.thresholds.sqr_toom8 = 836,
.thresholds.sqr_ntt = 416,
.thresholds.mul_fft = 145,
.thresholds.mul_fft_by = 74,
.thresholds.sqr_fft = 168,
.thresholds.get_str_tree = 40,
.thresholds.set_str_tree = 50,
.thresholds.mod_blocks = 32,
.thresholds.mod_pmr = 62,
.thresholds.mod_wrapped = 128,
.thresholds.mod_ntt = 271,
.thresholds.mod_fft = 145,
.thresholds.div_mu = 215,
.thresholds.div_prepared = 100,
.thresholds.powm_lanes = 16,
.thresholds.powm_lanes_end = 48,
.thresholds.parallel_wake = 1800,

/* On the measured Zen 3, a virtual machine, a call of the pool with two empty jobs took 0.12
   microseconds for minutes, then 0.4 to 0.65.  In the first state products gain from 71 limbs on
   and transforms from 270, in the second from 150 and 635.  The steps lie between.  In both states
   the mean of 32 to 4096 limbs is within 3 % of the best (5 % for even moduli). */
.plans.mul = { {
  { 98, COMBA_PATH_POINTS, 3 }, { 350, COMBA_PATH_NTT, 4 }, { 1500, COMBA_PATH_NTT, 8 },
  { 5000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.mul_unbalanced = { {
  { 92, COMBA_PATH_COLUMNS, 2 }, { 130, COMBA_PATH_BLOCKS, 2 }, { 400, COMBA_PATH_NTT, 4 },
  { 1500, COMBA_PATH_NTT, 8 }, { 5000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.sqr = { {
  { 150, COMBA_PATH_POINTS, 3 }, { 470, COMBA_PATH_NTT, 4 }, { 2000, COMBA_PATH_NTT, 8 },
  { 7000, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.mod = { {
  { 90, COMBA_PATH_RADIX_BIPARTITE, 2 }, { 271, COMBA_PATH_TRIPARTITE, 3 }, { 340, COMBA_PATH_CRT_BIPARTITE, 2 },
  { 2200, COMBA_PATH_CACHED, 4 },
} },
.plans.mod_even = { { { 340, COMBA_PATH_CACHED, 2 }, { 2200, COMBA_PATH_CACHED, 4 } } },
