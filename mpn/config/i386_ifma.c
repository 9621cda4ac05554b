/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* i386 with AVX-512 IFMA. */

#include "config/i386_avx2.c"

.name = "i386_ifma",
.about = "32-bit x86 with AVX-512 IFMA",
.why_not = comba_why_not_ifma_32,
.mul_n_max = 32,
.mul_n = { COMBA_X86_MUL_N (COMBA_X86_MUL_N_ROW) COMBA_SSE2_TO_10 (COMBA_SSE2_MUL_N_ROW)
           COMBA_IFMA_MUL_N (COMBA_IFMA_MUL_N_ROW) },
.sqr_n_max = 32,
.sqr_n = { COMBA_X86_TO_9 (COMBA_X86_SQR_N_ROW) COMBA_IFMA_SQR_N (COMBA_IFMA_SQR_N_ROW) },
.mul_basecase = comba_mul_basecase_ifma,
.sqr_basecase = comba_sqr_basecase_ifma,
.ntt = &comba_ntt_ifma,

.mul_by_an_max = 12857,
.costs.limb = 12,
.costs.call = 50,
.costs.step = 40,
.thresholds.mul_toom22 = 390,
.thresholds.mul_pieces = 390,
.thresholds.mul_toom33 = 2000,
.thresholds.mul_toom32 = 250,
.thresholds.mul_toom42 = 500,
.thresholds.mul_toom44 = 2000,
.thresholds.mul_toom66 = 2000,
.thresholds.mul_toom88 = 3000,
.thresholds.mul_ntt = 610,
.thresholds.sqr_toom2 = 510,
.thresholds.sqr_toom3 = 2000,
.thresholds.sqr_toom4 = 2000,
.thresholds.sqr_toom6 = 2000,
.thresholds.sqr_toom8 = 3000,
.thresholds.sqr_ntt = 810,
.thresholds.mod_wrapped = 1170,
.thresholds.parallel_wake = 15000,

.plans.mul = { {
  { 400, COMBA_PATH_POINTS, 3 }, { 900, COMBA_PATH_NTT, 4 }, { 5000, COMBA_PATH_NTT, 8 },
  { 18000, COMBA_PATH_NTT, 16 }, { 120000, COMBA_PATH_NTT, 64 },
} },
.plans.mul_unbalanced = { {
  { 300, COMBA_PATH_COLUMNS, 2 }, { 700, COMBA_PATH_NTT, 4 }, { 4000, COMBA_PATH_NTT, 8 },
  { 14000, COMBA_PATH_NTT, 16 }, { 120000, COMBA_PATH_NTT, 64 },
} },
.plans.sqr = { {
  { 500, COMBA_PATH_POINTS, 3 }, { 1100, COMBA_PATH_NTT, 4 }, { 7000, COMBA_PATH_NTT, 8 },
  { 40000, COMBA_PATH_NTT, 16 }, { 120000, COMBA_PATH_NTT, 64 },
} },
