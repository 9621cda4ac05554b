/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery residues on radix-2^52 digits (kernels/x86_64/avx512ifma/montgomery52_tpl.h), all
   columns of a product at once. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"

#define MOD(function) comba_##function##_ifma
#define MOD_REPRESENTATION(kind) comba_representation_##kind
#define MOD_SUFFIX ""
enum { MOD_MAX = COMBA_BIPARTITE52_MAX, BY_BLOCKS = 0, KARATSUBA = 0 };

#include "kernels/x86_64/avx512ifma/montgomery52_tpl.h"
#include "kernels/x86_64/avx512ifma/barrett52_tpl.h"
