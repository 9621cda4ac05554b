/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Kernels for i386 with SSE2 or AVX2, limbs of 32 bits.  (Those for AVX-512 IFMA:
   kernels/x86_64/avx512ifma/avx512ifma.h.) The contracts are in dispatch/config.h.  Instructions
   and addresses depend on the sizes alone. */

#ifndef COMBA_KERNELS_X86_32_X86_32_H
#define COMBA_KERNELS_X86_32_X86_32_H

#include "mul/toom/toom.h"

/* Products of few limbs on any i386: X (n) for every size with a kernel. */
#define COMBA_X86_MUL_BY(X) X (1) X (2) X (3) X (4) X (5) X (6) X (7) X (8)
#define COMBA_X86_MUL_N(X) X (1) X (2) X (3)
#define COMBA_X86_TO_9(X) COMBA_X86_MUL_BY (X) X (9)
#define COMBA_X86_SQR_N(X) \
  COMBA_X86_TO_9 (X) X (10) X (11) X (12) X (13) X (14) X (15) X (16) X (17) X (18) X (19) \
  X (20) X (21) X (22) X (23) X (24)

#define X(n) comba_mul_fixed_fn comba_mul_by_##n##_x86;
COMBA_X86_MUL_BY (X)
#undef X
#define COMBA_X86_MUL_BY_ROW(n) [n] = comba_mul_by_##n##_x86,

#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_x86;
COMBA_X86_MUL_N (X)
#undef X
#define COMBA_X86_MUL_N_ROW(n) [n] = comba_mul_n_##n##_x86,

#define X(n) comba_sqr_fixed_fn comba_sqr_n_##n##_x86;
COMBA_X86_SQR_N (X)
#undef X
#define COMBA_X86_SQR_N_ROW(n) [n] = comba_sqr_n_##n##_x86,

/* Products of few limbs with SSE2. */
#define COMBA_SSE2_TO_10(X) X (4) X (5) X (6) X (7) X (8) X (9) X (10)
#define COMBA_SSE2_MUL_N(X) \
  COMBA_SSE2_TO_10 (X) X (11) X (12) X (13) X (14) X (15) X (16) X (17) \
  X (18) X (19) X (20) X (21) X (22) X (23) X (24)

#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_sse2;
COMBA_SSE2_MUL_N (X)
#undef X
#define COMBA_SSE2_MUL_N_ROW(n) [n] = comba_mul_n_##n##_sse2,

/* Basecases for any size. */
comba_mul_basecase_fn comba_mul_basecase_sse2, comba_mul_basecase_avx2;
comba_sqr_basecase_fn comba_sqr_basecase_sse2, comba_sqr_basecase_avx2;

extern const struct comba_ntt comba_ntt_sse2, comba_ntt_avx2;

#endif
