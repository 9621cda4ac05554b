/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues in digits on Intel's CPUs with AVX-512 IFMA. */

#include "x86_64/ifma/ifma.h"

#define MOD(function) comba_##function##_ifma
#define MOD_NAME "ifma"
enum { MOD_MAX = 390, MOD_LONGEST = COMBA_BIPARTITE_IFMA_MAX, BY_BLOCKS = 0, KARATSUBA_MUL = COMBA_NEVER, KARATSUBA_SQR = COMBA_NEVER };

#include "x86_64/ifma/mod_ifma.h"
#include "x86_64/ifma/barrett_ifma.h"
