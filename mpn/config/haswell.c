/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The set for CPUs with AVX2, FMA and BMI2, but without ADX (Haswell, virtual machines of the model x86-64-v3,
   Valgrind): what is large in doubles, by the functions of avx2, which need no more.  Thresholds measured on Zen 3,
   the plans for two threads are avx2's. */

#include "kernels/x86_64/mulx/mulx.h"
#include "kernels/x86_64/adx/adx.h"
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/mul/mul.h"
#include "dispatch/x86.h"
#include "residue/small.h"
#include "mul/ntt/ntt.h"
#include "mul/toom/toom.h"

static const struct comba_representation *const representations[] = {
  &comba_representation_one_two_limbs, &comba_representation_montgomery48, &comba_representation_fma, &comba_representation_montgomery_rows, &comba_representation_small,
  &comba_representation_montgomery_cached, &comba_representation_montgomery, &comba_representation_barrett_cached, &comba_representation_barrett, NULL
};

/* Those of adx that have mulx, but no adcx and adox: tests/ct/t-disassembly.sh looks. */
#define WITHOUT_ADX(X) X (1)

const struct comba_config comba_config_haswell = {
  .name = "haswell",
  .why_not = comba_why_not_fma,
  .own_jumps = 8,
  .mul_n_max = 15,
  .mul_n = { WITHOUT_ADX (COMBA_ADX_MUL_N_ROW) COMBA_FMA_MUL_N (COMBA_FMA_MUL_N_ROW) },
  .mul_by_max = 8,
  .mul_by_an_max = COMBA_NEVER,
  .mul_by = {
    WITHOUT_ADX (COMBA_ADX_MUL_BY_ROW) COMBA_MULQ_MUL_BY_ROW (2) COMBA_FMA_MUL_BY (COMBA_FMA_MUL_BY_ROW)
    COMBA_MULQ_MUL_BY_ROW (6) COMBA_MULQ_MUL_BY_ROW (7) COMBA_MULQ_MUL_BY_ROW (8)
  },
  .sqr_n_max = 22,
  .sqr_n = { COMBA_MULQ_SQR_N (COMBA_MULQ_SQR_N_ROW) },
  .mul_basecase = comba_mul_basecase_fma,
  .sqr_basecase = comba_sqr_basecase_fma,
  .addmul_1 = comba_addmul_1_fma,
  .by_limb = COMBA_FMA_BY_LIMB,
  .redc_n = { COMBA_MULQ_REDC_N (COMBA_MULQ_REDC_N_ROW) },
  .add_mul_by = { COMBA_MULQ_ADD_MUL_BY (COMBA_MULQ_ADD_MUL_BY_ROW) },
  .toom = &comba_toom_portable,
  .ntt = &comba_ntt_avx2,
  .representations = representations,
  .digits = &comba_pool_representation_bipartite48,
  .short_powers = {
    { 3, 3 }, { 8, 40 }, { 11, 60 }, { 17, 15 }, { 21, 12 }, { 28, 9 }, { 34, 8 }, { 38, 6 }, { 44, 5 }, { 80, 3 },
    { .from = 110, .products = 8, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 130, .products = 10, .by = COMBA_SHORT_NU, .rows = 2 },
    { .from = 200, .products = 14, .by = COMBA_SHORT_NU, .rows = 1 },
    { .from = 271, .products = 26, .by = COMBA_SHORT_NU },
    { .from = 300, .products = 14, .by = COMBA_SHORT_NU },
    { .from = 600, .products = 10, .by = COMBA_SHORT_NU },
  },
  .costs = { .limb = 8, .call = 10, .step = 9 },
  .thresholds = {
    .mul_windows = COMBA_NEVER,
    .sqr_windows = COMBA_NEVER,
    .mul_toom22 = 104,
    .mul_pieces = 130,
    .mul_toom33 = 447,
    .mul_toom32 = 57,
    .mul_toom42 = 177,
    .mul_toom44 = 325,
    .mul_toom66 = 427,
    .mul_toom88 = 575,
    .mul_ntt = 290,
    .sqr_toom2 = 192,
    .sqr_toom3 = 619,
    .sqr_toom4 = 521,
    .sqr_toom6 = 521,
    .sqr_toom8 = 836,
    .sqr_ntt = 416,
    .mod_pmr = 88,
    .mod_wrap = 128,
    .mod_ntt = 271,
    .parallel_wake = 1800,
  },
  .plans = COMBA_AVX2_PLANS,
};
