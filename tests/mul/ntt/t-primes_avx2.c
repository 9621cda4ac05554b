/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The shapes of the transforms on AVX2, on any CPU; the constants are those of IFMA. */

#include "mul/ntt/field_tpl.h"
#include "mul/ntt/primes_48.h"

enum { LANES = 4, BITS_MAX = 92, BITS_STEP = 2 };
#define HALF_NODES 1

#include "primes.h"
