/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any CPU, in C.  All other configurations inherit from this one. */

.name = "portable",
.about = "any CPU, in C",
.why_not = comba_runs_anywhere,
#if GMP_LIMB_BITS == 64
.mul_basecase = comba_mul_mc64,
.sqr_basecase = comba_sqr_mc64,
.mul_columns = comba_mul_columns_mc64,
.sqr_columns = comba_sqr_columns_mc64,
#else
.mul_basecase = comba_mul_comba,
.sqr_basecase = comba_sqr_comba,
.mul_columns = comba_mul_columns_comba,
.sqr_columns = comba_sqr_columns_comba,
#endif
.addmul_1 = comba_addmul_1,
.by_limb = COMBA_BY_LIMB_PORTABLE,
#ifdef COMBA_X86_64
.linear = &comba_linear_x86_64,
#endif
.toom = &comba_toom_portable,
.ntt = COMBA_NTT_PORTABLE,
.points_copied = 230,
.representations = {
  { &comba_representation_one_two_limbs }, { &comba_representation_montgomery_rows }, { &comba_representation_small },
#if GMP_LIMB_BITS == 64
  { &comba_representation_montgomery_cached },
#endif
  { &comba_representation_montgomery },
#if GMP_LIMB_BITS == 64
  { &comba_representation_barrett_cached },
#endif
  { &comba_representation_barrett },
},
.powm_costs = { .division = 113, .division_wait = 7, .barrett = 92, .cached = 95, .at_once = 87 },
.costs = { .limb = 2, .call = 0, .step = 2 },
.one_limb = { .square = 2, .fold = 8, .fold_wide = 20, .inverse = 2, .chains = 20, .exact_chains = 48 },
.thresholds = {
  .mul_wide = COMBA_NEVER,
  .mul_wide_by = COMBA_NEVER,
  .sqr_wide = COMBA_NEVER,
  .mul_toom22 = 24,
  .mul_pieces = 24,
  .mul_toom33 = 150,
  .mul_toom32 = 32,
  .mul_toom42 = 64,
  .mul_toom44 = 155,
  .mul_toom66 = 160,
  .mul_toom88 = 2000,
  .mul_ntt = 800,
  .mul_ntt_by = 200,
  .sqr_toom2 = 32,
  .sqr_halves = COMBA_NEVER,
  .sqr_toom3 = 180,
  .sqr_toom4 = 190,
  .sqr_toom6 = 220,
  .sqr_toom8 = 800,
  .sqr_ntt = 950,
  .get_str_tree = 24,
  .get_str_scaled = 4000,
  .set_str_tree = 72,
  .mod_blocks = 32,
  .mod_pmr = 60,
  .mod_wrapped = 46,
  .mod_ntt = 240,
  .root_halves = 120,
  .root_newton = 1300,
  .div_adding = COMBA_NEVER,
  .div_blocks = COMBA_NEVER,
  .div_recursive = 50,
  .div_narrow = 20,
  .div_vectors = COMBA_NEVER,
  .div_mu = 1200,
  .div_prepared = 200,
  .bdiv_recursive = 50,
  .bdiv_mu = 1000,
  .half_gcd = 80,
  .mul_fft = COMBA_NEVER,
  .mul_fft_by = COMBA_NEVER,
  .sqr_fft = COMBA_NEVER,
  .mod_fft = COMBA_NEVER,
  .powm_lanes = COMBA_NEVER,
  .powm_lanes_end = COMBA_NEVER,
  .parallel_wake = 1500,
},
#if GMP_LIMB_BITS == 64
.plans = {
  .mul = { {
    { 60, COMBA_PATH_POINTS, 3 }, { 330, COMBA_PATH_POINTS, 12 }, { 1000, COMBA_PATH_NTT, 16 },
    { 40000, COMBA_PATH_NTT, 64 },
  } },
  .mul_unbalanced = { {
    { 60, COMBA_PATH_COLUMNS, 2 }, { 100, COMBA_PATH_BLOCKS, 8 }, { 950, COMBA_PATH_NTT, 16 },
    { 40000, COMBA_PATH_NTT, 64 },
  } },
  .sqr = { {
    { 75, COMBA_PATH_POINTS, 3 }, { 330, COMBA_PATH_POINTS, 12 }, { 1000, COMBA_PATH_NTT, 16 },
    { 40000, COMBA_PATH_NTT, 64 },
  } },
  .mod = { {
    { 140, COMBA_PATH_BIPARTITE, 2 }, { 200, COMBA_PATH_TRIPARTITE, 3 }, { 450, COMBA_PATH_CACHED, 4 },
  } },
  .mod_even = { { { 450, COMBA_PATH_CACHED, 4 } } },
},
#else
.plans = {
  .mul = { {
    { 60, COMBA_PATH_POINTS, 3 }, { 330, COMBA_PATH_POINTS, 12 }, { 1000, COMBA_PATH_POINTS, 16 },
    { 40000, COMBA_PATH_POINTS, 64 },
  } },
  .mul_unbalanced = { {
    { 60, COMBA_PATH_COLUMNS, 2 }, { 100, COMBA_PATH_BLOCKS, 8 }, { 950, COMBA_PATH_POINTS, 16 },
    { 40000, COMBA_PATH_POINTS, 64 },
  } },
  .sqr = { {
    { 75, COMBA_PATH_POINTS, 3 }, { 330, COMBA_PATH_POINTS, 12 }, { 1000, COMBA_PATH_POINTS, 16 },
    { 40000, COMBA_PATH_POINTS, 64 },
  } },
  .mod = { { { 140, COMBA_PATH_BIPARTITE, 2 }, { 200, COMBA_PATH_TRIPARTITE, 3 } } },
},
#endif
