/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of n x n limbs by windows (kernels/x86_64/avx512ifma/mul_n_tpl.h), for CPUs that permute
   the bytes of two registers in one operation. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#define MUL_N(n) comba_mul_n_##n##_permute2_ifma
#define PAIR_PERMUTATIONS 1
#include "kernels/x86_64/avx512ifma/mul_n_tpl.h"
