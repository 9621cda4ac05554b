/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A CPU without a multiplier (paper 002).  Toom-22 is additions; Toom in more points and transforms multiply. */

.name = "no_multiplier",
.why_not = comba_runs_anywhere,
#ifdef COMBA_X86_64
/* Every x86-64 CPU has a multiplier: there this configuration is for tests.  mpn_mul_basecase and
   mpn_sqr_basecase, for secrets, and products by one limb are exported there and nowhere else.  The time of
   these basecases depends on the sizes alone, at any size. */
.mul_basecase = comba_mul_bit_by_bit,
.sqr_basecase = comba_sqr_bit_by_bit,
.by_limb = COMBA_BY_LIMB_PORTABLE,
#else
.mul_basecase = comba_mul_shiftadd,
.sqr_basecase = comba_sqr_shiftadd,
#endif
.toom = &comba_toom_additions,
/* They multiply limbs when a context is made, and a few in each reduction. */
.representations = { &comba_representation_montgomery, &comba_representation_barrett },
/* Toom-22 takes as long as the basecase at its threshold t: t^2 = 3 (t/2)^2 + t step, and its steps are four passes. */
.costs.step = 1280 / GMP_LIMB_BITS / 4,
.costs.pass = 1280 / GMP_LIMB_BITS / 4,
.thresholds = {
  .mul_wide = COMBA_NEVER,
  .mul_wide_by = COMBA_NEVER,
  .sqr_wide = COMBA_NEVER,
#ifdef COMBA_X86_64
  .mul_toom22 = COMBA_WINDOWS_FROM,
  .mul_pieces = COMBA_WINDOWS_FROM,
  .sqr_toom2 = COMBA_WINDOWS_FROM,
#else
  .mul_toom22 = 1280 / GMP_LIMB_BITS,
  .mul_pieces = 1280 / GMP_LIMB_BITS,
  .sqr_toom2 = COMBA_WINDOWS_BLOCK + 1,
#endif
  .mul_toom33 = COMBA_NEVER,
  .mul_toom32 = COMBA_NEVER,
  .mul_toom42 = COMBA_NEVER,
  .mul_toom44 = COMBA_NEVER,
  .mul_toom66 = COMBA_NEVER,
  .mul_toom88 = COMBA_NEVER,
  .mul_ntt = COMBA_NEVER,
  .sqr_toom3 = COMBA_NEVER,
  .sqr_toom4 = COMBA_NEVER,
  .sqr_toom6 = COMBA_NEVER,
  .sqr_toom8 = COMBA_NEVER,
  .sqr_ntt = COMBA_NEVER,
  .mod_pmr = 0,
  .mod_wrap = 1280 / GMP_LIMB_BITS,
  .mod_ntt = COMBA_NEVER,
  .parallel_wake = 32,
},
.plans = {
  .mul = { { { 20, COMBA_PATH_POINTS, 3 } } },
  .mul_unbalanced = { { { 20, COMBA_PATH_BLOCKS, 8 } } },
  .sqr = { { { 20, COMBA_PATH_POINTS, 3 } } },
},
