/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What comba_config.powm_costs is made of. */

#ifndef TUNE_POWERS_H
#define TUNE_POWERS_H

#include "dispatch/config.h"

/* Measures *COSTS with the kernels and thresholds of K, which has to be tuned before: mod_pmr and mod_ntt say where the
   sizes are.  Takes some seconds.  Returns 0, or -1 with nothing changed: there is no memory, or K has no multiplier. */
int measure_powers (const struct comba_config *k, struct comba_powm_costs *costs);

/* Nanoseconds of a square modulo an odd number of n limbs, its highest bit set, in REP, with K; 0 without memory. */
double representation_time (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n);

#endif
