/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The portable kernel sets: one per technique, and "generic", which takes the
   fastest of them. */

#include "generic.h"
#include "ntt/ntt.h"

#if GMP_LIMB_BITS == 64
#define NTT &comba_ntt_portable
#else
#define NTT NULL
#endif

#define SET(id, technique)                              \
  const struct comba_kernels comba_##id##_kernels = {   \
    .name = #id,                                        \
    .why_not = comba_runs_anywhere,                     \
    .mul_basecase = comba_mul_##technique,              \
    .sqr_basecase = comba_sqr_##technique,              \
    .ntt = NTT,                                         \
    .thresholds = {                                     \
      .mul_toom22 = 24,                                 \
      .mul_toom33 = 80,                                 \
      .mul_toom44 = 160,                                \
      .mul_toom66 = 300,                                \
      .mul_toom88 = 500,                                \
      .mul_ntt = 3000,                                  \
      .sqr_toom2 = 32,                                  \
      .sqr_toom3 = 100,                                 \
      .sqr_toom4 = 200,                                 \
      .sqr_toom6 = 350,                                 \
      .sqr_toom8 = 600,                                 \
      .sqr_ntt = 3000,                                  \
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
