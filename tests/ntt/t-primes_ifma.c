/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The constants of the transforms on AVX-512 IFMA, on any CPU. */

#include "ntt/field.h"
#include "x86_64/ifma/ntt_primes.h"

enum { LANES = 8, BITS_MAX = 127 };

#include "primes.h"
