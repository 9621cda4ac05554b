/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The workers of the team, ready to be timed. */

#ifndef TUNE_GATHER_H
#define TUNE_GATHER_H

/* Sees to it that the workers are awake and the team does not rest because CPUs were
   not free.  Returns 0 if that cannot be. */
int gather_team (void);

/* Workers are made, and each has a CPU of its own; with ON = 0 no longer.  A worker that is
   woken may otherwise have the caller's CPU at first, until the system moves it. */
void spread_team (int on);

/* What a run of the whole team with empty shares takes, typically, in cycles: it tells how far from
   each other the CPUs are.  HUGE_VAL if the team does not come. */
double hand_over_cycles (void);

#endif
