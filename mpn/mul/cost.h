/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The one model of the time that products take, for every choice between algorithms and for equal shares of threads.

   The unit is a product of two limbs in the basecase.  The numbers of a configuration (struct comba_costs) make the
   model one of its CPU; results do not depend on them.  A cost depends on the sizes alone. */

#ifndef COMBA_MUL_COST_H
#define COMBA_MUL_COST_H

#include "dispatch/config.h"

/* Above this size a cost may not fit in 64 bits. */
#define COMBA_COST_MAX ((mp_size_t) 1 << 28)

/* A linear pass over n limbs, a sum, say: Toom-22's steps are about four.  A call costs about as much as 8 limbs more. */
static inline uint64_t
comba_steps_cost (const struct comba_config *k, mp_size_t n)
{
  return k->costs.step * (uint64_t) n / 4;
}

/* The linear steps of Toom-22 for operands of n limbs; and of Toom in POINTS points for pieces of h limbs: some
   (points - 2) / 2 evaluations and eliminations for each of them. */
static ALWAYS_INLINE uint64_t
comba_toom22_steps_cost (const struct comba_config *k, mp_size_t n)
{
  return k->costs.step * (uint64_t) (n + 2);
}

static ALWAYS_INLINE uint64_t
comba_points_steps_cost (const struct comba_config *k, int points, mp_size_t h)
{
  return k->costs.step * (uint64_t) points * (5 * (uint64_t) (points - 2) * (uint64_t) h / 8 + 40);
}

/* an x bn limbs, an, bn >= 0 in any order, without transforms (comba_mul_scratch) and with them (comba_product). */
uint64_t comba_toom_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn);
uint64_t comba_mul_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn);

/* A square instead of a product that costs so much: two thirds, by kernels and by Toom-2. */
static inline uint64_t
comba_square_cost (uint64_t product)
{
  return product - product / 3;
}

#endif
