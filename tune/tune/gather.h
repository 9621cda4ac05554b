/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Getting the workers of the pool ready for timing. */

#ifndef TUNE_GATHER_H
#define TUNE_GATHER_H

/* Wakes the workers and ends a back-off.  Returns whether the pool is ready. */
int wake_workers (void);

/* Creates the workers and pins each to a CPU of its own; ON = 0 unpins them.  Without this a worker
   that is woken may share the caller's CPU at first, until the system moves it. */
void spread_workers (int on);

/* The typical time in cycles of a call of the whole pool with empty jobs, which tells how far from
   each other the CPUs are.  HUGE_VAL if the pool is not available. */
double hand_over_cycles (void);

#endif
