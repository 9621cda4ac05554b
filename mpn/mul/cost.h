/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The only model of the time of products.  All choices between algorithms use it, and so does the
   division of work among threads.

   The unit is the time of one limb product in the basecase.  A configuration adapts the model to
   its CPU with struct comba_costs.  Costs influence speed and never results.  They depend on the
   sizes alone.  Each function here returns a cost. */

#ifndef COMBA_MUL_COST_H
#define COMBA_MUL_COST_H

#include "dispatch/config.h"

/* The largest size whose cost is sure to fit in 64 bits. */
#define COMBA_COST_MAX ((mp_size_t) 1 << 28)

/* One linear pass over n limbs, such as an addition.  The linear steps of Toom-22 are about four.
   A call costs about as much as 8 more limbs. */
static inline uint64_t
comba_steps_cost (const struct comba_config *k, mp_size_t n)
{
  return k->costs.step * (uint64_t) n / 4;
}

/* The linear steps of Toom-22 for operands of n limbs. */
static ALWAYS_INLINE uint64_t
comba_toom22_steps_cost (const struct comba_config *k, mp_size_t n)
{
  return k->costs.step * (uint64_t) (n + 2);
}

/* The linear steps of Toom in POINTS points with pieces of h limbs: about (points - 2) / 2
   evaluations and eliminations for each point. */
static ALWAYS_INLINE uint64_t
comba_points_steps_cost (const struct comba_config *k, int points, mp_size_t h)
{
  return k->costs.step * (uint64_t) points * (5 * (uint64_t) (points - 2) * (uint64_t) h / 8 + 40);
}

/* A product of an x bn limbs without transforms (comba_mul_scratch).  an, bn >= 0 in any order. */
uint64_t comba_toom_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn);

/* The same with transforms (comba_product). */
uint64_t comba_mul_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn);

/* A square of the size at which a product costs PRODUCT: two thirds, with kernels and with
   Toom-2. */
static inline uint64_t
comba_square_cost (uint64_t product)
{
  return product - product / 3;
}

#endif
