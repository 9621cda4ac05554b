/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Noisy neighbours (clock.h) on the CPUs of the pool's workers.

   A thread on each CPU waits for requests and reads the clock.  It runs instead of a worker that
   polls for the next call, and then the worker continues.  So the state of a worker's core is known
   right before and right after a sample. */

#ifndef BENCH_ELSEWHERE_H
#define BENCH_ELSEWHERE_H

/* Starts a thread on each CPU that this process may use.  Returns 0, or -1 after a message on
   stderr. */
int watch_cpus (void);

/* Returns whether there is a noisy neighbour on any watched CPU except this thread's. */
int disturbed_elsewhere (void);

#endif
