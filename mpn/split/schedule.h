/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef COMBA_SPLIT_SCHEDULE_H
#define COMBA_SPLIT_SCHEDULE_H

#include "split/recipe.h"

/* Gives each unit of R a phase and a worker, r->workers of them, so that the sum over
   the phases of the busiest worker's cost is small; sorts the units by phase and worker,
   and fills in start and busiest.  The longest unit first, to the worker with the least
   to do; those that may be done in any phase last, where they add least; then moves and
   exchanges as long as one of them helps.  Depends on the costs alone. */
void comba_schedule (struct comba_recipe *r);

#endif
