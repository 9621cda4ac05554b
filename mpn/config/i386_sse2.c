/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* i386 with SSE2. */

#include "config/portable.c"

.name = "i386_sse2",
.about = "32-bit x86 with SSE2",
.why_not = comba_why_not_sse2,
.own_jumps = 8,
.mul_n_max = 24,
.mul_n = { COMBA_X86_MUL_N (COMBA_X86_MUL_N_ROW) COMBA_SSE2_MUL_N (COMBA_SSE2_MUL_N_ROW) },
.mul_by_max = 8,
.mul_by_an_max = 2812,
.mul_by = { COMBA_X86_MUL_BY (COMBA_X86_MUL_BY_ROW) },
.sqr_n_max = 24,
.sqr_n = { COMBA_X86_SQR_N (COMBA_X86_SQR_N_ROW) },
.mul_basecase = comba_mul_basecase_sse2,
.sqr_basecase = comba_sqr_basecase_sse2,
.mul_columns = NULL,
.sqr_columns = NULL,
.by_limb = { { NULL } },
.ntt = &comba_ntt_sse2,

.powm_costs = { .division = 102, .division_wait = 13, .barrett = 103 },
.costs.limb = 4,
.costs.call = 10,
.costs.step = 14,
.thresholds.mul_toom22 = 140,
.thresholds.mul_pieces = 140,
.thresholds.mul_toom33 = 600,
.thresholds.mul_toom32 = 150,
.thresholds.mul_toom42 = 300,
.thresholds.mul_toom44 = 600,
.thresholds.mul_toom66 = 600,
.thresholds.mul_ntt = 1950,
.thresholds.mul_ntt_by = 487,
.thresholds.sqr_toom2 = 200,
.thresholds.sqr_toom3 = 600,
.thresholds.sqr_toom4 = 600,
.thresholds.sqr_toom6 = 600,
.thresholds.sqr_toom8 = 2000,
.thresholds.sqr_ntt = 1950,
.thresholds.mod_wrapped = 420,
.thresholds.mod_ntt = COMBA_NEVER,
.thresholds.parallel_wake = 4000,

.plans.mul = { {
  { 200, COMBA_PATH_POINTS, 3 }, { 2000, COMBA_PATH_NTT, 5 }, { 20000, COMBA_PATH_NTT, 16 },
} },
.plans.mul_unbalanced = { {
  { 150, COMBA_PATH_COLUMNS, 2 }, { 300, COMBA_PATH_BLOCKS, 8 }, { 2000, COMBA_PATH_NTT, 5 },
  { 20000, COMBA_PATH_NTT, 16 },
} },
.plans.sqr = { {
  { 300, COMBA_PATH_POINTS, 3 }, { 2000, COMBA_PATH_NTT, 5 }, { 20000, COMBA_PATH_NTT, 16 },
} },
.plans.mod = { { { 0 } } },
