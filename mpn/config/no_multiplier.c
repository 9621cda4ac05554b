/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernel set "nomul".  Toom-22 is additions; Toom in more points and transforms
   multiply. */

#include "kernels/shiftadd/shiftadd.h"
#include "arith/arith.h"
#include "residue/representation.h"
#include "mul/toom/toom.h"

static const struct comba_toom_linear no_points = {
  .add_n = comba_add_n,
  .sub_n = comba_sub_n,
  .recompose2 = comba_toom2_recompose,
};

/* They multiply limbs when a context is made, and a few in each reduction. */
static const struct comba_representation *const representations[] = {
  &comba_representation_montgomery, &comba_representation_barrett, NULL
};

#define FROM_BITS(bits) (((bits) + GMP_LIMB_BITS - 1) / GMP_LIMB_BITS)

const struct comba_config comba_config_no_multiplier = {
  .name = "no_multiplier",
  .why_not = comba_runs_anywhere,
  .mul_basecase = comba_mul_shiftadd,
  .sqr_basecase = comba_sqr_shiftadd,
#ifdef COMBA_X86_64
  /* These are exported where every CPU has a multiplier: the set is there for its tests. */
  .by_limb = COMBA_BY_LIMB_PORTABLE,
#endif
  .toom = &no_points,
  .representations = representations,
  .thresholds = {
    .windows_5 = FROM_BITS (192),
    .windows_6 = FROM_BITS (640),
    .windows_7 = FROM_BITS (2048),
    .mul_windows = COMBA_WINDOWS_FROM,
    .sqr_windows = COMBA_WINDOWS_FROM,
    .mul_toom22 = FROM_BITS (1280),
    .mul_pieces = FROM_BITS (1280),
    .mul_toom33 = COMBA_NEVER,
    .mul_toom32 = COMBA_NEVER,
    .mul_toom42 = COMBA_NEVER,
    .mul_toom44 = COMBA_NEVER,
    .mul_toom66 = COMBA_NEVER,
    .mul_toom88 = COMBA_NEVER,
    .mul_ntt = COMBA_NEVER,
    .sqr_toom2 = COMBA_WINDOWS_BLOCK + 1,
    .sqr_toom3 = COMBA_NEVER,
    .sqr_toom4 = COMBA_NEVER,
    .sqr_toom6 = COMBA_NEVER,
    .sqr_toom8 = COMBA_NEVER,
    .sqr_ntt = COMBA_NEVER,
    .mod_pmr = 0,
    .mod_wrap = FROM_BITS (1280),
    .mod_ntt = COMBA_NEVER,
    .parallel_wake = 32,
  },
  .plans = {
    .mul = { { { 20, COMBA_PATH_POINTS, 3 } } },
    .mul_unbalanced = { { { 20, COMBA_PATH_BLOCKS, 8 } } },
    .sqr = { { { 20, COMBA_PATH_POINTS, 3 } } },
  },
};
