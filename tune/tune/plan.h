/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The plan for measured times. */

#ifndef TUNE_PLAN_H
#define TUNE_PLAN_H

#include "timing.h"

/* The gain of a plan over the built-in one, and the size at which its choice is farthest from the
   best measured time. */
struct outcome
{
  int stays;                    /* it is the built-in one */
  double gain, farthest;
  mp_size_t at;
};

/* Finds the plan of least loss for the times of a series.  The choices of the built-in plan count
   as faster by WORTH (of the logarithm) than they are.  Stores the plan and its gain.  Returns 0,
   or -1 if an allocation fails. */
int find_plan (struct comba_plan *plan, struct outcome *o, const struct series *s, const struct measured *m,
               const struct comba_step *choices, const struct comba_plan *builtin, int threads,
               double worth);

/* A size above the one before AT and at most that at AT: the beginning of the step. */
mp_size_t between (const struct series *s, size_t at);

#endif
