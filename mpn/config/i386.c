/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The sets for i386. */

#include "kernels/x86_32/x86_32.h"
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "dispatch/x86.h"
#include "arith/arith.h"
#include "residue/representation.h"
#include "mul/ntt/ntt.h"

#define SET(id, mul_n_to, mul_by_to, sqr_n_to, ntt_from, step_of)                                  \
  const struct comba_config comba_config_i386_##id = {                                                 \
    .name = "i386_" #id,                                                                           \
    .why_not = comba_why_not_##id,                                                                 \
    .own_jumps = mul_by_to,                                                                        \
    .mul_n_max = mul_n_to,                                                                         \
    .mul_n = { COMBA_X86_MUL_N (COMBA_X86_MUL_N_ROW) COMBA_SSE2_MUL_N (COMBA_SSE2_MUL_N_ROW) },    \
    .mul_by_max = mul_by_to,                                                                       \
    .mul_by_an_max = COMBA_NEVER,                                                                  \
    .mul_by = { COMBA_X86_MUL_BY (COMBA_X86_MUL_BY_ROW) },                                         \
    .sqr_n_max = sqr_n_to,                                                                         \
    .sqr_n = { COMBA_X86_SQR_N (COMBA_X86_SQR_N_ROW) },                                            \
    .mul_basecase = comba_mul_##id,                                                                \
    .sqr_basecase = comba_sqr_##id,                                                                \
    .addmul_1 = comba_addmul_1,                                                                    \
    .toom = &comba_toom_portable,                                                                  \
    .ntt = &comba_ntt_##id,                                                                        \
    .representations = comba_representations_portable,                                                                 \
    .short_powers = { { 3, 3 }, { 60, 18 }, { 200, 3 }, { 500, 1 } },                               \
    .costs = { .limb = 4, .call = 10, .step = step_of },                                           \
    .thresholds = {                                                                                \
      .mul_windows = COMBA_NEVER,                                                                  \
      .sqr_windows = COMBA_NEVER,                                                                  \
      .mul_toom22 = 140,                                                                           \
      .mul_pieces = 140,                                                                           \
      .mul_toom33 = 600,                                                                           \
      .mul_toom32 = 150,                                                                           \
      .mul_toom42 = 300,                                                                           \
      .mul_toom44 = 600,                                                                           \
      .mul_toom66 = 600,                                                                           \
      .mul_toom88 = 2000,                                                                          \
      .mul_ntt = ntt_from,                                                                         \
      .sqr_toom2 = 200,                                                                            \
      .sqr_toom3 = 600,                                                                            \
      .sqr_toom4 = 600,                                                                            \
      .sqr_toom6 = 600,                                                                            \
      .sqr_toom8 = 2000,                                                                           \
      .sqr_ntt = ntt_from,                                                                         \
      .mod_pmr = 60,                                                                               \
      .mod_wrap = 420,                                                                             \
      .parallel_wake = 4000,                                                                       \
    },                                                                                             \
    .plans = {                                                                                     \
      .mul = { {                                                                                   \
        { 200, COMBA_PATH_POINTS, 3 }, { 2000, COMBA_PATH_NTT, 5 }, { 20000, COMBA_PATH_NTT, 16 }, \
      } },                                                                                         \
      .mul_unbalanced = { {                                                                        \
        { 150, COMBA_PATH_COLUMNS, 2 }, { 300, COMBA_PATH_BLOCKS, 8 },                             \
        { 2000, COMBA_PATH_NTT, 5 }, { 20000, COMBA_PATH_NTT, 16 },                                \
      } },                                                                                         \
      .sqr = { {                                                                                   \
        { 300, COMBA_PATH_POINTS, 3 }, { 2000, COMBA_PATH_NTT, 5 }, { 20000, COMBA_PATH_NTT, 16 }, \
      } },                                                                                         \
    },                                                                                             \
  }

SET (sse2, 24, 8, 24, 1950, 14);
SET (avx2, 24, 7, 18, 1050, 30);

const struct comba_config comba_config_i386_ifma = {
  .name = "i386_ifma",
  .why_not = comba_why_not_ifma_32,
  .own_jumps = 7,
  .mul_n_max = 32,
  .mul_n = {
    COMBA_X86_MUL_N (COMBA_X86_MUL_N_ROW)
    COMBA_SSE2_TO_10 (COMBA_SSE2_MUL_N_ROW)
    COMBA_IFMA_MUL_N (COMBA_IFMA_MUL_N_ROW)
  },
  .mul_by_max = 7,
  .mul_by_an_max = COMBA_NEVER,
  .mul_by = { COMBA_X86_MUL_BY (COMBA_X86_MUL_BY_ROW) },
  .sqr_n_max = 32,
  .sqr_n = { COMBA_X86_TO_9 (COMBA_X86_SQR_N_ROW) COMBA_IFMA_SQR_N (COMBA_IFMA_SQR_N_ROW) },
  .mul_basecase = comba_mul_ifma,
  .sqr_basecase = comba_sqr_ifma,
  .addmul_1 = comba_addmul_1,
  .toom = &comba_toom_portable,
  .ntt = &comba_ntt_ifma,
  .representations = comba_representations_portable,
  .short_powers = { { 3, 3 }, { 60, 18 }, { 200, 3 }, { 500, 1 } },
  .costs = { .limb = 12, .call = 50, .step = 40 },
  .thresholds = {
    .mul_windows = COMBA_NEVER,
    .sqr_windows = COMBA_NEVER,
    .mul_toom22 = 390,
    .mul_pieces = 390,
    .mul_toom33 = 2000,
    .mul_toom32 = 250,
    .mul_toom42 = 500,
    .mul_toom44 = 2000,
    .mul_toom66 = 2000,
    .mul_toom88 = 3000,
    .mul_ntt = 610,
    .sqr_toom2 = 510,
    .sqr_toom3 = 2000,
    .sqr_toom4 = 2000,
    .sqr_toom6 = 2000,
    .sqr_toom8 = 3000,
    .sqr_ntt = 810,
    .mod_pmr = 60,
    .mod_wrap = 1170,
    .parallel_wake = 15000,
  },
  .plans = {
    .mul = { {
      { 400, COMBA_PATH_POINTS, 3 }, { 900, COMBA_PATH_NTT, 4 }, { 5000, COMBA_PATH_NTT, 8 },
      { 18000, COMBA_PATH_NTT, 16 }, { 120000, COMBA_PATH_NTT, 64 },
    } },
    .mul_unbalanced = { {
      { 300, COMBA_PATH_COLUMNS, 2 }, { 700, COMBA_PATH_NTT, 4 }, { 4000, COMBA_PATH_NTT, 8 },
      { 14000, COMBA_PATH_NTT, 16 }, { 120000, COMBA_PATH_NTT, 64 },
    } },
    .sqr = { {
      { 500, COMBA_PATH_POINTS, 3 }, { 1100, COMBA_PATH_NTT, 4 }, { 7000, COMBA_PATH_NTT, 8 },
      { 40000, COMBA_PATH_NTT, 16 }, { 120000, COMBA_PATH_NTT, 64 },
    } },
  },
};
