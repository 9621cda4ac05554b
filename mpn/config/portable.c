/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The portable kernel sets: one per technique, and "generic", which takes the
   fastest of them. */

#include "arith/arith.h"
#include "config/portable.h"

#define SET(id, technique)                              \
  const struct comba_config comba_config_##id = {            \
    .name = #id,                                        \
    .why_not = comba_runs_anywhere,                     \
    .mul_basecase = comba_mul_##technique,              \
    .sqr_basecase = comba_sqr_##technique,              \
    .addmul_1 = comba_addmul_1,                         \
    .by_limb = COMBA_BY_LIMB_PORTABLE,                  \
    .mul_columns = comba_mul_columns_##technique,       \
    .sqr_columns = comba_sqr_columns_##technique,       \
    COMBA_SET_PORTABLE,                                 \
    .costs = { .limb = 2, .call = 0, .step = 2 },       \
    .thresholds = {                                     \
      .mul_windows = COMBA_NEVER,                       \
      .sqr_windows = COMBA_NEVER,                       \
      .mul_toom22 = 24,                                 \
      .mul_pieces = 24,                                 \
      .mul_toom33 = 150,                                \
      .mul_toom32 = 32,                                 \
      .mul_toom42 = 64,                                 \
      .mul_toom44 = 155,                                \
      .mul_toom66 = 160,                                \
      .mul_toom88 = 2000,                               \
      .mul_ntt = 800,                                   \
      .sqr_toom2 = 32,                                  \
      .sqr_toom3 = 180,                                 \
      .sqr_toom4 = 190,                                 \
      .sqr_toom6 = 220,                                 \
      .sqr_toom8 = 800,                                 \
      .sqr_ntt = 950,                                   \
      .mod_pmr = 60,                                    \
      .mod_wrap = 46,                                   \
      .mod_ntt = 240,                                   \
      .parallel_wake = 1500,                            \
    },                                                  \
  }

SET (comba, comba);
SET (mc32, mc32);
#if GMP_LIMB_BITS == 64
SET (mc64, mc64);
SET (portable, mc64);
#else
SET (portable, comba);
#endif
