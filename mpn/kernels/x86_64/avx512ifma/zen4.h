/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What AMD's Zen 4 takes instead of the set ifma. */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_ZEN4_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_ZEN4_H

#include "kernels/x86_64/avx512ifma/avx512ifma.h"

comba_sqr_basecase_fn comba_sqr_zen4;

/* Squares in two halves, of some sizes in digits: those by comba_sqr_halves_zen4, which can 124 to 221 limbs, as a
   basecase. */
comba_toom2_sqr_fn comba_toom2_sqr_zen4;
comba_sqr_basecase_fn comba_sqr_halves_zen4;
extern const struct comba_toom_linear comba_toom_zen4;

/* Residues modulo odd P, as those of kernels/x86_64/avx512ifma/avx512ifma.h. */
extern const struct comba_representation comba_representation_zen4, comba_representation_barrett_zen4;
void comba_mod_mul_zen4 (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr context, int digits,
                         mp_ptr scratch);
void comba_mod_sqr_zen4 (mp_ptr zp, mp_srcptr xp, mp_srcptr context, int digits, mp_ptr scratch);
void comba_mod_decode_zen4 (mp_ptr rp, mp_size_t n, mp_srcptr xp, mp_srcptr context, int digits,
                           mp_ptr scratch);
void comba_mod_encode_zen4 (mp_srcptr context, mp_srcptr factor, mp_ptr xp, mp_srcptr ap,
                           mp_size_t an, mp_ptr scratch);

extern const struct comba_ntt comba_ntt_zen4;

comba_mul_basecase_fn comba_mul_zen4;
comba_mul_rows_fn comba_mul_unequal_zen4;

/* The same in vectors alone: bn >= 4, an >= 10. */
comba_mul_rows_fn comba_mul_vectors_zen4;

/* Products of n x n limbs: of 4 to 8 by mulx, then in vectors. */
#define COMBA_ZEN4_MUL_N(X) \
  X (4) X (5) X (6) X (7) X (8) COMBA_IFMA_MUL_N (X) COMBA_IFMA_MUL_N_TILES (X)
#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_zen4;
COMBA_ZEN4_MUL_N (X)
#undef X
#define COMBA_ZEN4_MUL_N_ROW(n) [n] = comba_mul_n_##n##_zen4,

/* As mul_by in the table. */
#define X(n) comba_mul_fixed_fn comba_mul_by_##n##_zen4;
COMBA_IFMA_MUL_BY (X)
#undef X
#define COMBA_ZEN4_MUL_BY_ROW(n) [n] = comba_mul_by_##n##_zen4,

/* As comba_mul_windows_ifma and comba_mul_near_ifma. */
extern comba_mul_windows_fn *const
  comba_mul_windows_zen4[COMBA_IFMA_FOURS + 1][COMBA_IFMA_FOURS + 1];
extern const struct comba_mul_near comba_mul_near_zen4[COMBA_IFMA_NEAR_MAX + 1];

#endif
