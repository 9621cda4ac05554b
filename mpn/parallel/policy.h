/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* When calls do without the pool, or with less of it; and how long threads wait for each other. */

#ifndef COMBA_PARALLEL_POLICY_H
#define COMBA_PARALLEL_POLICY_H

#include "parallel/engine.h"
#include "parallel/pool.h"

/* Waiting times, in nanoseconds.  The operating system's scheduler sets their scale, not the CPU, so they are here and
   in no configuration.  A thread that sleeps takes about COMBA_WAKE until it runs; COMBA_PERIOD is several slices of
   the scheduler.  Another COMBA_WORKERS_WAIT needs another COMBA_ENGINE_INTERFACE: engines in libraries have it. */
enum
{
  COMBA_WAKE = 50000,
  COMBA_PERIOD = 50000000,

  /* Workers wait for the next job, then sleep: some wakes, so that calls one upon the other have them awake. */
  COMBA_WORKERS_WAIT = 4 * COMBA_WAKE,

  /* Those that were woken wait for their first job: the caller wakes the others, too, and then does without them what
     they were missed for.  With little more than COMBA_WORKERS_WAIT some of many slept again each time, and the call
     never had them all. */
  COMBA_WOKEN_WAIT = 5 * COMBA_WORKERS_WAIT,

  /* When workers that wait begin to let others have the CPU; and how long that takes if somebody wants it. */
  COMBA_POLITE = COMBA_WORKERS_WAIT / 10,
  COMBA_CROWDED = COMBA_WAKE,

  /* Calls do without a pool whose workers did not come.  Not a number of calls: a power can take as long as a
     thousand products. */
  COMBA_BACK_OFF_LEAST = COMBA_WAKE,
  COMBA_BACK_OFF_MOST = COMBA_PERIOD,
};

/* Looks at a place in memory, each with a pause of the CPU's own length: before the line is taken from its worker, in
   which time one line arrives; between looks at the clock; before others may have the CPU; and before workers sleep
   whose caller may have jumped out of a signal's handler, and never come. */
enum { COMBA_LOOKS_BEFORE_CLAIM = 10, COMBA_LOOKS_A_CLOCK = 50, COMBA_LOOKS = 2000, COMBA_LOOKS_MOST = 20000 };

/* Contending callers: other threads of the program that multiply, as those do that found the pool taken.  Each has a
   CPU for itself, and of the CPUs a pool has what they leave. */

/* This thread found the pool taken. */
void comba_count_contending (void);

/* How many CPUs those leave that did so within one to two periods.  With shorter ones too much of them goes by with a
   pool and what it costs: a worker that waits for its next job has a CPU meanwhile. */
int comba_cpus_left (void);

void comba_forget_contending (void);

/* How many CPUs the process had when threads were asked for last: by its affinity mask and its control groups. */
extern _Atomic int comba_cpus __attribute__ ((visibility ("hidden")));

/* For whoever has the pool */

/* Whether calls do without the pool now, as its workers did not come lately. */
int comba_backs_off (void);
void comba_end_back_off (void);

/* A call woke workers. */
void comba_note_woken (void);

/* The caller has done its part; ALL_CAME says whether workers had begun all the rest by then.  Where they had not,
   though they have been awake for a while, they had no CPU, and calls back off. */
void comba_note_call (int all_came);

/* Whether the first N workers are awake, or are to be woken for this call. */
int comba_may_use_workers (const struct comba_engine *engine, int n, enum comba_wake wake);

#endif
