/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Kernels for CPUs with AVX2 and FMA, on signed digits in doubles (doc/algorithms/doubles.md).
   The contracts are in dispatch/config.h and residue/representation.h. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_AVX2FMA_H
#define COMBA_KERNELS_X86_64_AVX2FMA_AVX2FMA_H

#include "dispatch/config.h"
#include "mul/fft/fft.h"
#include "residue/lanes.h"

/* Products and squares on radix-2^48 digits in doubles, which need no ADX. bn (n for squares)
   must be from COMBA_AVX2_DIGITS_MIN to COMBA_AVX2_DIGITS_MAX limbs.  The digits are in memory of
   comba_own_take, else of comba_scratch_get.  MXCSR is restored. */
#define COMBA_AVX2_DIGITS_MIN 7
#define COMBA_AVX2_DIGITS_MAX 256
comba_mul_basecase_fn comba_mul_digits_avx2;
comba_sqr_basecase_fn comba_sqr_digits_avx2;
#define COMBA_AVX2_WIDE \
  { comba_mul_digits_avx2, comba_sqr_digits_avx2, COMBA_AVX2_DIGITS_MIN, COMBA_AVX2_DIGITS_MAX }

comba_shift_fn comba_lshift_avx2, comba_rshift_avx2;
comba_copy_fn comba_copyi_avx2, comba_copyd_avx2, comba_com_avx2;
comba_popcount_fn comba_popcount_avx2;
comba_hamdist_fn comba_hamdist_avx2;
extern const struct comba_linear comba_linear_avx2;

extern const struct comba_ntt comba_ntt_avx2;
extern const struct comba_fft comba_fft_avx2;

/* Residues as signed digits in doubles, for odd moduli.  montgomery51 pays only where
   montgomery48 is not listed or would need more vectors; montgomery48 supports 32 to 270 limbs. */
extern const struct comba_representation comba_representation_montgomery51, comba_representation_montgomery48;
extern const struct comba_pool_representation comba_pool_representation_bipartite48;

/* Four residues side by side. */
extern const struct comba_lanes comba_lanes_avx2;

#endif
