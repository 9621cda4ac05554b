/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef COMBA_SPLIT_SCHEDULE_H
#define COMBA_SPLIT_SCHEDULE_H

#include "split/recipe.h"

/* Gives each unit of R a phase and a worker, r->workers of them, so that the sum over the phases of
   the busiest worker's cost is small.  Sorts the units by phase and worker, and fills in START and
   BUSIEST.  The longest unit goes first, to the worker with the least to do.  Units that may be
   done in any phase go last, where they add least.  Then moves and exchanges follow as long as one
   of them helps.  The result depends on the costs alone. */
void comba_schedule (struct comba_recipe *r);

#endif
