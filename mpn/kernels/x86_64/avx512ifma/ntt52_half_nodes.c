/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* NTT with lengths half a node apart, for CPUs on which a load that crosses a cache line takes
   longer, and whose scheduler holds 64 vector operations (Zen 4). */

#define NTT comba_ntt_half_nodes_ifma
#define HALF_NODES 1
#define TOGETHER_WORDS (1 << 15)
#define STREAMED_WORDS (1 << 17)
#define EXPANDED_WORDS (1 << 15)
#define EXPANDED_LOADED 0
#define AT_ONCE 2
#include "kernels/x86_64/avx512ifma/ntt52_tpl.h"
