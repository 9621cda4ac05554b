/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The constants of the portable transforms. */

#include "mul/ntt/field_tpl.h"
#include "mul/ntt/portable_primes.h"

enum { LANES = 1, BITS_MAX = 127, BITS_STEP = 1 };
#define HALF_NODES 1

#include "primes.h"
