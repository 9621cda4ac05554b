/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A CPU without a multiplier (paper 002); x86-64 has this configuration for tests.  The time of the
   basecases depends on the sizes alone, at any size: some are exported for secrets.  From
   mul_toom22 limbs on, beyond the operands of elliptic curves, sliding windows are used, and from
   mul_toom33 on Toom-22.  Toom in more points and transforms would multiply. */

.name = "no_multiplier",
.about = "CPUs without a multiplier",
.why_not = comba_runs_anywhere,
.mul_basecase = comba_mul_bit_by_bit,
.sqr_basecase = comba_sqr_bit_by_bit,
#ifdef COMBA_X86_64
.by_limb = COMBA_BY_LIMB_PORTABLE,
.linear = &comba_linear_x86_64,
#endif
.toom = &comba_toom_additions,
/* These representations multiply limbs when a context is made, and a few in each reduction. */
.representations = { { &comba_representation_montgomery }, { &comba_representation_barrett } },
/* Toom-22 takes as long as windows at its threshold t: t^2 = 3 (t/2)^2 + t step, and its steps are
   four passes. */
.costs.step = 1280 / GMP_LIMB_BITS / 4,
.one_limb = { 65535, 65535, 65535, 65535, 65535, 65535 },
.thresholds = {
  .mul_wide = COMBA_NEVER,
  .mul_wide_by = COMBA_NEVER,
  .sqr_wide = COMBA_NEVER,
  .mul_toom22 = 576 / GMP_LIMB_BITS + 1,
  .mul_pieces = 576 / GMP_LIMB_BITS + 1,
  .mul_toom33 = 1280 / GMP_LIMB_BITS,
  .mul_toom32 = COMBA_NEVER,
  .mul_toom42 = COMBA_NEVER,
  .mul_toom44 = COMBA_NEVER,
  .mul_toom66 = COMBA_NEVER,
  .mul_toom88 = COMBA_NEVER,
  .mul_ntt = COMBA_NEVER,
  .mul_ntt_by = COMBA_NEVER,
  .sqr_toom2 = 576 / GMP_LIMB_BITS + 1,
  .sqr_halves = COMBA_NEVER,
  .sqr_toom3 = COMBA_WINDOWS_BLOCK + 1,
  .sqr_toom4 = COMBA_NEVER,
  .sqr_toom6 = COMBA_NEVER,
  .sqr_toom8 = COMBA_NEVER,
  .sqr_ntt = COMBA_NEVER,
  .root_halves = 1280 / GMP_LIMB_BITS,
  .root_newton = COMBA_NEVER,
  .div_recursive = 1280 / GMP_LIMB_BITS,
  .div_narrow = 640 / GMP_LIMB_BITS,
  .div_vectors = COMBA_NEVER,
  .div_mu = COMBA_NEVER,
  .div_prepared = COMBA_NEVER,
  .bdiv_recursive = 1280 / GMP_LIMB_BITS,
  .bdiv_mu = COMBA_NEVER,
  .half_gcd = 2560 / GMP_LIMB_BITS,
  .get_str_tree = 2560 / GMP_LIMB_BITS,
  .get_str_scaled = 2000,
  .set_str_tree = 1024 / GMP_LIMB_BITS,
  .mod_blocks = COMBA_NEVER,
  .mod_pmr = 0,
  .mod_wrapped = 1280 / GMP_LIMB_BITS,
  .mod_ntt = COMBA_NEVER,
  .mul_fft = COMBA_NEVER,
  .mul_fft_by = COMBA_NEVER,
  .sqr_fft = COMBA_NEVER,
  .mod_fft = COMBA_NEVER,
  .powm_lanes = COMBA_NEVER,
  .powm_lanes_end = COMBA_NEVER,
  .parallel_wake = 32,
},
.plans = {
  .mul = { { { 20, COMBA_PATH_POINTS, 3 } } },
  .mul_unbalanced = { { { 20, COMBA_PATH_BLOCKS, 8 } } },
  .sqr = { { { 20, COMBA_PATH_POINTS, 3 } } },
},
