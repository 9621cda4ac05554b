/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The constants of the transforms on AVX-512 IFMA, on any CPU. */

#include "mul/ntt/field_tpl.h"
#include "mul/ntt/primes_48.h"

enum { LANES = 8, BITS_MAX = 127, BITS_STEP = 1 };
#define HALF_NODES 0

#include "primes.h"
