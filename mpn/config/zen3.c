/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with AVX2, FMA, BMI2 and ADX.  Basecases, Toom-22 and powers were measured on Zen 3, the
   rest on a Zen 4 whose AVX-512 was disabled. */

#include "config/haswell.c"

.name = "zen3",
.about = "AMD from Zen, Intel from Broadwell, with AVX2, FMA and ADX",
.why_not = comba_why_not_avx2_fma,
.mul_n_max = 25,
.mul_n = { COMBA_ADX_TO_4 (COMBA_ADX_MUL_N_ROW) COMBA_ADX_REGISTER_ROWS_MUL_N (COMBA_ADX_REGISTER_ROWS_MUL_N_ROW) },
.mul_by_max = 9,
.mul_by_an_max = 940,
.mul_by = { COMBA_ADX_AHEAD_MUL_BY (COMBA_ADX_AHEAD_MUL_BY_ROW) },
.sqr_n_max = 32,
.sqr_n = { COMBA_ADX_TO_12 (COMBA_ADX_SQR_N_ROW) COMBA_ADX_REGISTER_ROWS_SQR_N (COMBA_ADX_REGISTER_ROWS_SQR_N_ROW) },
.mul_basecase = comba_mul_basecase_register_rows_adx,
.sqr_basecase = comba_sqr_basecase_register_rows_adx,
.addmul_1 = comba_addmul_1_adx,
.by_limb = COMBA_ADX_BY_LIMB,
.redc_rows = comba_redc_rows_straight_adx,
.redc_n = { COMBA_ADX_REDC_N (COMBA_ADX_REDC_N_ROW) },
.add_mul_by = { COMBA_ADX_AHEAD_ADD_MUL_BY (COMBA_ADX_AHEAD_ADD_MUL_BY_ROW) },
.toom = &comba_toom_adx,
.representations = {
  { &comba_representation_one_two_limbs }, { &comba_representation_small_adx, 3, 10 },
  { &comba_representation_montgomery51, 18, 22 }, { &comba_representation_montgomery51, 24, 47 },
  { &comba_representation_montgomery48, 32, 270 }, { &comba_representation_montgomery_cached },
  { &comba_representation_montgomery_rows }, { &comba_representation_montgomery },
  { &comba_representation_barrett_cached }, { &comba_representation_barrett },
},
.powm_limb = &comba_small_adx,

.powm_costs.division = 103,
.powm_costs.division_wait = 17,
.powm_costs.digits = 22,
.powm_costs.digits_wait = 45,
.powm_costs.barrett = 95,
.powm_costs.cached = 77,
.costs.limb = 9,
.costs.call = 0,
.one_limb.square = 5,
.one_limb.inverse = 7,
.one_limb.chains = 24,
/* Higher than the sizes at which wide basecases are faster in a loop: 21 x 21, 30 x 15, 53 x 12
   limbs.  If Zen 3 has multiplied no wide doubles for some milliseconds, it needs as long again
   before it does so at full speed; at first they take half as long again.  And other work on the
   core slows them more than strips. */
.thresholds.mul_wide = 23,
.thresholds.mul_wide_by = 12,
.thresholds.sqr_wide = 33,
.thresholds.mul_toom22 = 94,
.thresholds.mul_toom33 = 530,
.thresholds.mul_toom32 = 120,
.thresholds.mul_toom44 = 413,
.thresholds.mul_toom66 = 364,
.thresholds.mul_toom88 = 789,
.thresholds.mul_ntt = 243,
.thresholds.sqr_toom2 = 160,
.thresholds.sqr_toom3 = 237,
.thresholds.sqr_ntt = 406,
.thresholds.mod_blocks = 56,
.thresholds.mod_pmr = 76,
.thresholds.mod_wrapped = 104,
.thresholds.mod_ntt = 231,
.thresholds.root_newton = 300,
