/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The portable kernel sets: one per technique, and "generic", which takes the
   fastest of them. */

#include "generic.h"
#include "toom/points.h"
#include "ntt/ntt.h"
#include "mod/form.h"

/* The path for huge operands, and the last step of modular products. */
#if GMP_LIMB_BITS == 64
#define HUGE COMBA_PATH_NTT
#define KEPT { 450, COMBA_PATH_KEPT, 4 },
#else
#define HUGE COMBA_PATH_POINTS
#define KEPT
#endif

#define SET(id, technique)                              \
  const struct comba_kernels comba_##id##_kernels = {   \
    .name = #id,                                        \
    .why_not = comba_runs_anywhere,                     \
    .mul_basecase = comba_mul_##technique,              \
    .sqr_basecase = comba_sqr_##technique,              \
    .addmul_1 = comba_addmul_1,                         \
    .mul_columns = comba_mul_columns_##technique,       \
    .sqr_columns = comba_sqr_columns_##technique,       \
    .toom = &comba_toom_portable,                       \
    .ntt = COMBA_NTT_PORTABLE,                          \
    .forms = comba_forms_portable,                      \
    .short_powers = {                                   \
      { 3, 3 }, { 60, 18 },                             \
      { 130, 40, COMBA_SHORT_NU, .rows = 2 },           \
      { 200, 10, COMBA_SHORT_NU, .rows = 1 },           \
      { 400, 8, COMBA_SHORT_NU },                       \
    },                                                  \
    .thresholds = {                                     \
      .mul_windows = COMBA_NEVER,                       \
      .sqr_windows = COMBA_NEVER,                       \
      .mul_toom22 = 24,                                 \
      .mul_toom33 = 150,                                \
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
    .plans = {                                          \
      .mul = { {                                        \
        { 60, COMBA_PATH_POINTS, 3 },                   \
        { 330, COMBA_PATH_POINTS, 12 },                 \
        { 1000, HUGE, 16 },                             \
        { 40000, HUGE, 64 },                            \
      } },                                              \
      .mul_unbalanced = { {                             \
        { 60, COMBA_PATH_COLUMNS, 2 },                  \
        { 100, COMBA_PATH_BLOCKS, 8 },                  \
        { 950, HUGE, 16 },                              \
        { 40000, HUGE, 64 },                            \
      } },                                              \
      .sqr = { {                                        \
        { 75, COMBA_PATH_POINTS, 3 },                   \
        { 330, COMBA_PATH_POINTS, 12 },                 \
        { 1000, HUGE, 16 },                             \
        { 40000, HUGE, 64 },                            \
      } },                                              \
      .mod = { {                                        \
        { 140, COMBA_PATH_BIPARTITE, 2 },               \
        { 200, COMBA_PATH_TRIPARTITE, 3 },              \
        KEPT                                            \
      } },                                              \
    },                                                  \
  }

SET (comba, comba);
SET (mc32, mc32);
#if GMP_LIMB_BITS == 64
SET (mc64, mc64);
SET (generic, mc64);
#else
SET (generic, comba);
#endif
