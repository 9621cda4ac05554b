/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The costs by which a power with a short exponent chooses its method (struct comba_powm_costs). */

#ifndef TUNE_POWERS_H
#define TUNE_POWERS_H

#include "powm/powm.h"

/* Nanoseconds of B^E modulo odd numbers of n[i] limbs, B as long, by each method, for exponents of
   1 to 40 products. */
enum { POWM_METHODS = COMBA_POWM_BY_BARRETT + 1, POWM_EXPONENTS = 12, POWM_SIZES = 64 };
struct powm_times
{
  int sizes;
  mp_size_t n[POWM_SIZES];
  double ns[POWM_SIZES][POWM_METHODS][POWM_EXPONENTS];
};
extern const mp_limb_t powm_exponents[POWM_EXPONENTS];

/* Changes *COSTS, step by step, to those with which comba_powm_method, with K, chooses best.
   Returns the loss of its choices against the fastest methods: the geometric mean minus 1. */
double fit_powm_costs (struct comba_powm_costs *costs, const struct comba_config *k, const struct powm_times *t);

/* The same with times measured with K, which must be tuned already.  Takes some seconds.  Returns a
   negative number, with *COSTS unchanged, if an allocation fails or K has no multiplier. */
double measure_powers (const struct comba_config *k, struct comba_powm_costs *costs);

/* Nanoseconds of a square in REP, with K, modulo an odd number of n limbs whose highest bit is set;
   0 if an allocation fails. */
double representation_time (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n);

#endif
