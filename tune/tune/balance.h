/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How much each visit counts where the CPUs are not always as far from each other.

   A virtual machine's two CPUs are, for seconds or minutes, two hyperthreads of a core, two cores with
   one third-level cache, or two without; a run of an empty team tells, as it takes 1, 1.5 or 6 times as
   long.  The run of a tuner sees little of what is rare, and another hour may have more of it.  If all visits
   counted alike, the plan would be that for the state that prevails; if all states did, for one that
   may never come again.  So a state counts by the root of the number of its visits. */

#ifndef TUNE_BALANCE_H
#define TUNE_BALANCE_H

#include <stddef.h>

/* WEIGHTS[i], n of them, each one upon the root of the part of all visits that found HAND_OVERS[i], > 0 or HUGE_VAL,
   but for a fourth; of a fifth if that is less, as what is seen in few visits, or was disturbed, is not to decide
   over what prevails. */
void balance (double *weights, const double *hand_overs, size_t n);

#endif
