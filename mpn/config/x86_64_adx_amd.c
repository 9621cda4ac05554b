/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* AMD's CPUs with ADX, measured on Zen 4 without its vectors. */

#include "config/x86_64_adx.c"

.suits = &(const struct comba_cpus) { "AuthenticAMD" },
.own_jumps = 8,
.mul_n_max = 25,
.mul_n = { COMBA_ADX_TO_4 (COMBA_ADX_MUL_N_ROW) COMBA_ADX_REGISTER_ROWS_MUL_N (COMBA_ADX_REGISTER_ROWS_MUL_N_ROW) },
.mul_equal = { NULL },
.mul_by_max = 9,
.mul_by_an_max = 1111,
.mul_by = { COMBA_ADX_AHEAD_MUL_BY (COMBA_ADX_AHEAD_MUL_BY_ROW) },
.mul_rows_to = { 0 },
.mul_rows = { NULL },
.sqr_n = { COMBA_ADX_TO_12 (COMBA_ADX_SQR_N_ROW) COMBA_ADX_REGISTER_ROWS_SQR_N (COMBA_ADX_REGISTER_ROWS_SQR_N_ROW) },
.mul_basecase = comba_mul_basecase_register_rows_adx,
.sqr_basecase = comba_sqr_basecase_register_rows_adx,
.addmul_1 = comba_addmul_1_adx,
.by_limb = COMBA_ADX_BY_LIMB,
.redc_n = { COMBA_ADX_REDC_N (COMBA_ADX_REDC_N_ROW) },
.add_mul_by = { COMBA_ADX_AHEAD_ADD_MUL_BY (COMBA_ADX_AHEAD_ADD_MUL_BY_ROW) },

.hgcd2_divides = 1,
.thresholds.mul_pieces = 26,
.thresholds.mul_toom32 = 60,
.thresholds.mul_toom42 = 165,
.thresholds.mul_toom44 = 259,
.thresholds.mul_toom66 = 311,
.thresholds.mul_toom88 = 449,
.thresholds.mul_ntt = 14000,
.thresholds.mul_ntt_by = 3500,
.thresholds.sqr_toom3 = 125,
.thresholds.sqr_ntt = 19000,
.thresholds.mod_pmr = 81,
.thresholds.mod_wrapped = 75,
.thresholds.mod_ntt = 3400,
