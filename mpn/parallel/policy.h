/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Policy: when a call works without the pool or with fewer workers, and how long threads wait for
   each other. */

#ifndef COMBA_PARALLEL_POLICY_H
#define COMBA_PARALLEL_POLICY_H

#include "parallel/engine.h"
#include "parallel/pool.h"

/* Waiting times, in nanoseconds.  The operating system's scheduler sets their scale, not the CPU,
   so they are the same for all configurations.  A sleeping thread needs about COMBA_WAKE until it
   runs.  COMBA_PERIOD is several time slices of the scheduler.  Increase COMBA_ENGINE_INTERFACE
   when COMBA_WORKERS_WAIT changes: libraries of engines are compiled with it. */
enum
{
  COMBA_WAKE = 50000,
  COMBA_PERIOD = 50000000,

  /* How long idle workers poll for the next job before they sleep: a few wake-up times, so that
     calls in quick succession find them awake. */
  COMBA_WORKERS_WAIT = 4 * COMBA_WAKE,

  /* How long a worker that was just woken polls for its first job.  This is longer than
     COMBA_WORKERS_WAIT because the caller wakes all workers first and then does the missed jobs
     itself.  With a short time some of many workers would sleep again each time, and the call would
     never have all of them. */
  COMBA_WOKEN_WAIT = 5 * COMBA_WORKERS_WAIT,

  /* When polling workers start to yield their CPU, and how long a yield takes if another thread
     wants the CPU. */
  COMBA_YIELD_AFTER = COMBA_WORKERS_WAIT / 10,
  COMBA_YIELD_LONG = COMBA_WAKE,

  /* The shortest and longest back-off.  Back-offs are measured in time rather than calls, because a
     power can take as long as a thousand products. */
  COMBA_BACK_OFF_LEAST = COMBA_WAKE,
  COMBA_BACK_OFF_MOST = COMBA_PERIOD,
};

/* How often a thread polls a memory location, with one pause instruction between polls: before the
   caller claims a job (about as long as one cache line takes to arrive); between readings of the
   clock; before the thread yields its CPU; and before a worker sleeps because its caller may have
   left a signal handler by longjmp and will never come. */
enum
{
  COMBA_POLLS_BEFORE_CLAIM = 10,
  COMBA_POLLS_PER_CLOCK = 50,
  COMBA_POLLS_BEFORE_YIELD = 2000,
  COMBA_POLLS_BEFORE_SLEEP = 20000,
};

/* Contending callers are other threads of the program that found the pool taken.  Each is assumed
   to need a CPU of its own, and the pool uses the CPUs that they leave. */

/* Counts the calling thread as a contending caller, once a period. */
void comba_count_contending (void);

/* Returns the number of CPUs that contending callers of the last one to two periods leave.  With
   shorter periods calls would often use the pool although the CPUs are busy, and pay for it: a
   worker that polls for its next job occupies a CPU. */
int comba_cpus_left (void);

/* Forgets all contending callers. */
void comba_forget_contending (void);

/* The number of CPUs of the process by its affinity mask and, once comba_threads_settle was called,
   its control groups, as of the last change of the number of threads. */
extern _Atomic int comba_cpus __attribute__ ((visibility ("hidden")));

/* The functions below are for the thread that has the pool. */

/* Returns whether calls back off now, because workers recently did not come. */
int comba_backs_off (void);

/* Ends a back-off. */
void comba_end_back_off (void);

/* Notes that a call woke workers, which need COMBA_WAKE to come.  Called before comba_note_call. */
void comba_note_woken (void);

/* Notes the outcome of a call after the caller's part.  ALL_CAME says whether workers had begun all
   their jobs by then.  If not, and the workers were not woken only just now, they had no CPU, and
   calls back off. */
void comba_note_call (int all_came);

/* Returns whether the first N workers are awake or should be woken for this call.  May wake them
   for the next call (enum comba_wake). */
int comba_may_use_workers (const struct comba_engine *engine, int n, enum comba_wake wake);

#endif
