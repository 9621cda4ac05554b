/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "adx.h"
#include "cpu/x86.h"

const struct comba_kernels comba_adx_kernels = {
  .name = "adx",
  .why_not = comba_why_not_adx,
  COMBA_ADX_FIXED,
  .mul_basecase = comba_mul_basecase_adx,
  .sqr_basecase = comba_sqr_basecase_adx,
  .thresholds = {
    .mul_toom22 = 28,
    .sqr_toom2 = 40,
  },
};
