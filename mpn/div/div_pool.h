/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The worker pool for a division. */

#ifndef COMBA_DIV_DIV_POOL_H
#define COMBA_DIV_DIV_POOL_H

#include "mul/paths/paths.h"

/* Returns the pool if the plan has threads for transforms of this size, or NULL.  It is kept for the
   whole division; comba_pool_give gives it back. */
static inline const struct comba_pool *
comba_div_pool_take (const struct comba_config *k, mp_size_t qn, mp_size_t dn)
{
  if (comba_threads_allowed () < 2)
    return NULL;
  const struct comba_step step = comba_step_for (&k->plans.mul, qn, dn);
  return step.path == COMBA_PATH_NTT ? comba_pool_take (step.threads, comba_wake_for (k, qn, dn)) : NULL;
}

#endif
