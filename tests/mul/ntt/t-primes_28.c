/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The constants of the transforms on SSE2 and AVX2, on any CPU. */

#include "mul/ntt/field_tpl.h"
#include "kernels/x86_32/primes_28.h"

enum { LANES = 4, BITS_MAX = 2 * 28, BITS_STEP = 1 };
#define HALF_NODES 0

#include "primes.h"
