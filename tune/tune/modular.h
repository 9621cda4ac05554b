/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef TUNE_MODULAR_H
#define TUNE_MODULAR_H

#include "dispatch/config.h"
#include "../samples.h"
#include "../bench/operands.h"

/* The time of one of REPEATS squares, or PRODUCTS, modulo a number of o->bn limbs, odd or even, in
   the representation that k has for it, or by the pool if the plan for it says so.  HUGE_VAL if an
   allocation fails or the pool is not available. */
struct sample modular_sample (const struct comba_config *k, const struct operands *o, int odd,
                              int products, size_t repeats);

#endif
