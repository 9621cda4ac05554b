/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of n x n limbs by windows (kernels/x86_64/avx512ifma/mul_n_tpl.h), for Intel's CPUs. */

#define MUL_N(n) comba_mul_n_##n##_ifma
#include "kernels/x86_64/avx512ifma/mul_n_tpl.h"
