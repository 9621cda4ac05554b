/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues in digits (kernels/x86_64/avx512ifma/montgomery52_tpl.h) on Zen 4, which starts one multiplication of eight digits a cycle: there are as
   many cycles for all else as for them, but what waits for them waits as long. */

#include "kernels/x86_64/avx512ifma/zen4.h"

#define MOD(function) comba_##function##_zen4
#define MOD_NAME "zen4"
enum { MOD_MAX = 256, MOD_LONGEST = MOD_MAX, BY_BLOCKS = 1, KARATSUBA_MUL = 12, KARATSUBA_SQR = 16 };

#include "kernels/x86_64/avx512ifma/montgomery52_tpl.h"
#include "kernels/x86_64/avx512ifma/barrett52_tpl.h"
