/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The portable kernel sets: one per technique, and "generic", which takes the
   fastest of them. */

#include "generic.h"

#define SET(id, technique, mul_toom22_, sqr_toom2_)     \
  const struct comba_kernels comba_##id##_kernels = {   \
    .name = #id,                                        \
    .why_not = comba_runs_anywhere,                     \
    .mul_basecase = comba_mul_##technique,              \
    .sqr_basecase = comba_sqr_##technique,              \
    .thresholds = {                                     \
      .mul_toom22 = mul_toom22_,                        \
      .sqr_toom2 = sqr_toom2_,                          \
    },                                                  \
  }

SET (comba, comba, 24, 32);
SET (mc32, mc32, 24, 32);
#if GMP_LIMB_BITS == 64
SET (mc64, mc64, 24, 32);
SET (generic, mc64, 24, 32);
#else
SET (generic, comba, 24, 32);
#endif
