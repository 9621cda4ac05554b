/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "kernels/arm64/arm64.h"
#include "arith/arith.h"
#include "residue/representation.h"
#include "mul/ntt/ntt.h"
#include "mul/toom/toom.h"

#define ROW_MUL_N(n) [n] = comba_mul_n_##n##_arm64,
#define ROW_MUL_BY(n) [n] = comba_mul_by_##n##_arm64,
#define ROW_SQR_N(n) [n] = comba_sqr_n_##n##_arm64,

/* The thresholds are estimates, nothing having been timed on such a CPU yet: by
   number of instructions Toom-22 saves from 42 limbs, and sooner where mul and umulh
   are slow. */
const struct comba_config comba_config_arm64 = {
  .name = "arm64",
  .why_not = comba_runs_anywhere,
  .own_jumps = COMBA_ARM64_FIXED_MAX,
  .mul_n_max = COMBA_ARM64_FIXED_MAX,
  .mul_by_max = COMBA_ARM64_FIXED_MAX,
  .mul_by_an_max = COMBA_NEVER,
  .sqr_n_max = COMBA_ARM64_FIXED_MAX,
  .mul_n = { COMBA_ARM64_FIXED (ROW_MUL_N) },
  .mul_by = { COMBA_ARM64_FIXED (ROW_MUL_BY) },
  .sqr_n = { COMBA_ARM64_FIXED (ROW_SQR_N) },
  .mul_basecase = comba_mul_basecase_arm64,
  .sqr_basecase = comba_sqr_basecase_arm64,
  .addmul_1 = comba_addmul_1,
  .toom = &comba_toom_portable,
  .ntt = COMBA_NTT_PORTABLE,
  .representations = comba_representations_portable,
  .short_powers = {
    { 3, 3 }, { 60, 18 }, { 130, 40, COMBA_SHORT_NU, .rows = 2 },
    { 200, 40, COMBA_SHORT_NU, .rows = 1 }, { 400, 40, COMBA_SHORT_NU },
    { 700, 8, COMBA_SHORT_NU },
  },
  .costs = { .limb = 0, .call = 4, .step = 4 },
  .thresholds = {
    .mul_windows = COMBA_NEVER,
    .sqr_windows = COMBA_NEVER,
    .mul_toom22 = 32,
    .mul_pieces = 32,
    .mul_toom33 = 100,
    .mul_toom32 = 50,
    .mul_toom42 = 100,
    .mul_toom44 = 200,
    .mul_toom66 = 350,
    .mul_toom88 = 600,
    .mul_ntt = 3000,
    .sqr_toom2 = 48,
    .sqr_toom3 = 130,
    .sqr_toom4 = 250,
    .sqr_toom6 = 400,
    .sqr_toom8 = 700,
    .sqr_ntt = 4000,
    .mod_pmr = 60,
    .mod_wrap = 96,
    .mod_ntt = 700,
    .parallel_wake = 2500,
  },
  .plans = {
    .mul = { {
      { 110, COMBA_PATH_POINTS, 3 }, { 360, COMBA_PATH_POINTS, 12 },
      { 1400, COMBA_PATH_POINTS, 16 }, { 6000, COMBA_PATH_NTT, 16 },
      { 60000, COMBA_PATH_NTT, 64 },
    } },
    .mul_unbalanced = { {
      { 100, COMBA_PATH_COLUMNS, 2 }, { 170, COMBA_PATH_BLOCKS, 8 },
      { 4500, COMBA_PATH_NTT, 16 }, { 60000, COMBA_PATH_NTT, 64 },
    } },
    .sqr = { {
      { 230, COMBA_PATH_POINTS, 3 }, { 450, COMBA_PATH_POINTS, 12 },
      { 1400, COMBA_PATH_POINTS, 16 }, { 7000, COMBA_PATH_NTT, 16 },
      { 60000, COMBA_PATH_NTT, 64 },
    } },
  },
};
