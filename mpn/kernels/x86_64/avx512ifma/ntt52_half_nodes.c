/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Transforms of lengths half a node apart, for CPUs that take longer for loads of two lines of the cache, and whose
   vectors wait in queues of 64 (Zen 4). */

#define NTT comba_ntt_half_nodes_ifma
#define HALF_NODES 1
#define TOGETHER_WORDS (1 << 15)
#define STREAMED_WORDS (1 << 17)
#define EXPANDED_WORDS (1 << 15)
#define EXPANDED_LOADED 0
#define AT_ONCE 2
#include "kernels/x86_64/avx512ifma/ntt52_tpl.h"
