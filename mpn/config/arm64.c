/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* AArch64.  The numbers are estimates: nothing has been measured on such a CPU.  By the number of
   instructions, Toom-22 pays from 42 limbs on, and earlier where mul and umulh are slow. */

#include "config/portable.c"

.name = "arm64",
.about = "any 64-bit ARM CPU",
.own_jumps = COMBA_ARM64_FIXED_MAX,
.mul_n_max = COMBA_ARM64_FIXED_MAX,
.mul_n = { COMBA_ARM64_FIXED (COMBA_ARM64_MUL_N_ROW) },
.mul_by_max = COMBA_ARM64_FIXED_MAX,
.mul_by_an_max = 1249,
.mul_by = { COMBA_ARM64_FIXED (COMBA_ARM64_MUL_BY_ROW) },
.sqr_n_max = COMBA_ARM64_FIXED_MAX,
.sqr_n = { COMBA_ARM64_FIXED (COMBA_ARM64_SQR_N_ROW) },
.mul_basecase = comba_mul_basecase_arm64,
.sqr_basecase = comba_sqr_basecase_arm64,
.mul_columns = NULL,
.sqr_columns = NULL,
.by_limb = { { NULL } },

.costs.limb = 0,
.costs.call = 4,
.costs.step = 4,
.thresholds.mul_toom22 = 32,
.thresholds.mul_pieces = 32,
.thresholds.mul_toom33 = 100,
.thresholds.mul_toom32 = 50,
.thresholds.mul_toom42 = 100,
.thresholds.mul_toom44 = 200,
.thresholds.mul_toom66 = 350,
.thresholds.mul_toom88 = 600,
.thresholds.mul_ntt = 3000,
.thresholds.mul_ntt_by = 750,
.thresholds.sqr_toom2 = 48,
.thresholds.sqr_toom3 = 130,
.thresholds.sqr_toom4 = 250,
.thresholds.sqr_toom6 = 400,
.thresholds.sqr_toom8 = 700,
.thresholds.sqr_ntt = 4000,
.thresholds.mod_wrapped = 96,
.thresholds.mod_ntt = 700,
.thresholds.parallel_wake = 2500,

.plans.mul = { {
  { 110, COMBA_PATH_POINTS, 3 }, { 360, COMBA_PATH_POINTS, 12 },
  { 1400, COMBA_PATH_POINTS, 16 }, { 6000, COMBA_PATH_NTT, 16 },
  { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.mul_unbalanced = { {
  { 100, COMBA_PATH_COLUMNS, 2 }, { 170, COMBA_PATH_BLOCKS, 8 },
  { 4500, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.sqr = { {
  { 230, COMBA_PATH_POINTS, 3 }, { 450, COMBA_PATH_POINTS, 12 },
  { 1400, COMBA_PATH_POINTS, 16 }, { 7000, COMBA_PATH_NTT, 16 },
  { 60000, COMBA_PATH_NTT, 64 },
} },
.plans.mod = { { { 0 } } },
.plans.mod_even = { { { 0 } } },
