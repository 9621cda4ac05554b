/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues in digits on Intel's CPUs with AVX-512 IFMA. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"

#define MOD(function) comba_##function##_ifma
#define MOD_NAME "ifma"
enum { MOD_MAX = 390, MOD_LONGEST = COMBA_BIPARTITE_IFMA_MAX, BY_BLOCKS = 0, KARATSUBA_MUL = COMBA_NEVER, KARATSUBA_SQR = COMBA_NEVER };

#include "kernels/x86_64/avx512ifma/montgomery52_tpl.h"
#include "kernels/x86_64/avx512ifma/barrett52_tpl.h"

/* What Zen 5 takes of it, below and above zen4's: there the blocks of these are faster, and they end at 256 limbs. */
const struct comba_representation comba_representation_few_ifma = MOD_FORM (19);
const struct comba_representation comba_representation_more_ifma = MOD_FORM (300);
