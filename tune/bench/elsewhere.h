/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Neighbours of the other CPUs (clock.h), where workers of a team are.

   A thread on each CPU waits to be asked and looks.  It has the CPU before a worker that looks for the next
   call, which then goes on: so what a worker's core was like is known right before a sample and right after it. */

#ifndef BENCH_ELSEWHERE_H
#define BENCH_ELSEWHERE_H

/* A thread on each CPU where this one may be.  Returns 0, or -1 after a message on stderr. */
int watch_cpus (void);

/* Whether there is a neighbour on any CPU that is watched, but that of this thread. */
int crowded_elsewhere (void);

#endif
