/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The weight of each round where the distance between CPUs changes.

   A virtual machine's two CPUs are, for seconds or minutes, two hyperthreads of a core, two cores
   with one third-level cache, or two without.  A call of the pool with empty jobs tells: it takes
   1, 1.5 or 6 times as long.  One run of the tuner sees few of the rare states, and another hour
   may have more.  With equal weights of rounds the plan would suit only the prevailing state.  With
   equal weights of states it would suit one that may never come again.  So a state counts by the
   root of the number of its rounds. */

#ifndef TUNE_BALANCE_H
#define TUNE_BALANCE_H

#include <stddef.h>

/* WEIGHTS[i], n of them, is one over the root of the part of all rounds with a time like
   HAND_OVERS[i], > 0 or HUGE_VAL, within a fourth.  A part below a fifth counts as a fifth: states
   seen in few rounds, or disturbed ones, must not outweigh the prevailing state. */
void balance (double *weights, const double *hand_overs, size_t n);

#endif
