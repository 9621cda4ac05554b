/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* NTT with lengths one node apart, for CPUs on which a load that crosses a cache line is as fast
   as any. */

#define NTT comba_ntt_ifma
#define HALF_NODES 0
#define TOGETHER_WORDS 0
#define STREAMED_WORDS 0
#define EXPANDED_WORDS (1 << 13)
#define EXPANDED_LOADED 1
#define AT_ONCE 1
#include "kernels/x86_64/avx512ifma/ntt52_tpl.h"
