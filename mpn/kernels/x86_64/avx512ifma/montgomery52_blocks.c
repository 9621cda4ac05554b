/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery residues on radix-2^52 digits (kernels/x86_64/avx512ifma/montgomery52_tpl.h), for CPUs
   that start one multiplication of eight digits a cycle.  Multiplications limit the throughput there,
   and other work fits between them.  Products are made block by block, so that work on finished
   columns hides the latency of the next products. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"

#define MOD(function) comba_##function##_blocks_ifma
#define MOD_REPRESENTATION(kind) comba_representation_##kind##_blocks
#define MOD_SUFFIX "_blocks"
enum { MOD_MAX = 390, BY_BLOCKS = 1, KARATSUBA = 1 };

#include "kernels/x86_64/avx512ifma/montgomery52_tpl.h"
#include "kernels/x86_64/avx512ifma/barrett52_tpl.h"
