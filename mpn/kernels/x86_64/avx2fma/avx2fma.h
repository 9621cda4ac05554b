/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernels for CPUs with AVX2 and FMA besides what adx needs. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_AVX2FMA_H
#define COMBA_KERNELS_X86_64_AVX2FMA_AVX2FMA_H

#include "dispatch/config.h"

/* Products and squares in digits of 48 bits, which need no ADX: limbs of the shorter operand. */
#define COMBA_AVX2_DIGITS_MIN 7
#define COMBA_AVX2_DIGITS_MAX 256
comba_mul_basecase_fn comba_mul_digits_avx2;
comba_sqr_basecase_fn comba_sqr_digits_avx2;
#define COMBA_AVX2_WIDE \
  { comba_mul_digits_avx2, comba_sqr_digits_avx2, COMBA_AVX2_DIGITS_MIN, COMBA_AVX2_DIGITS_MAX }

extern const struct comba_ntt comba_ntt_avx2;

/* Residues as digits in doubles, for odd moduli: of 51 bits, unless digits of 48 make no more vectors; and of 48 bits,
   from so many limbs on. */
extern const struct comba_representation comba_representation_montgomery51, comba_representation_montgomery48;
extern const struct comba_pool_representation comba_pool_representation_bipartite48;

#endif
