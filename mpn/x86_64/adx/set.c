/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "adx.h"
#include "ntt/ntt.h"
#include "toom/points.h"
#include "cpu/x86.h"

const struct comba_kernels comba_adx_kernels = {
  .name = "adx",
  .why_not = comba_why_not_adx,
  .mul_n_max = 12,
  .mul_n = { COMBA_ADX_MUL_N (COMBA_ADX_MUL_N_ROW) },
  .mul_by_max = 8,
  .mul_by = { COMBA_ADX_MUL_BY (COMBA_ADX_MUL_BY_ROW) },
  .sqr_n_max = 12,
  .sqr_n = { COMBA_ADX_SQR_N (COMBA_ADX_SQR_N_ROW) },
  .mul_basecase = comba_mul_basecase_adx,
  .sqr_basecase = comba_sqr_basecase_adx,
  .toom = &comba_toom_portable,
  .ntt = COMBA_NTT_PORTABLE,
  .thresholds = {
    .mul_toom22 = 28,
    .mul_toom33 = 350,
    .mul_toom44 = 370,
    .mul_toom66 = 380,
    .mul_toom88 = 1000,
    .mul_ntt = 5000,
    .sqr_toom2 = 40,
    .sqr_toom3 = 660,
    .sqr_toom4 = 670,
    .sqr_toom6 = 680,
    .sqr_toom8 = 1100,
    .sqr_ntt = 6000,
  },
};
