/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The plan for times that were measured. */

#ifndef TUNE_PLAN_H
#define TUNE_PLAN_H

#include "timing.h"

/* What a plan gains against the built-in one, and where its choice is farthest from the least
   time that was measured. */
struct outcome
{
  int stays;                    /* it is the built-in one */
  double gain, farthest;
  mp_size_t at;
};

/* The plan of least loss for the times of a series, if what the built-in one chooses at each size took less by WORTH
   (of the logarithm) than it does, and what it gives.  Returns 0, or -1 if there is no memory. */
int find_plan (struct comba_plan *plan, struct outcome *o, const struct series *s, const struct measured *m,
               const struct comba_step *choices, const struct comba_plan *builtin, int threads,
               double worth);

/* A size above the one before AT, up to that: where what is better from AT on begins. */
mp_size_t between (const struct series *s, size_t at);

#endif
