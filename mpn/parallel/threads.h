/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How many threads a call may use. */

#ifndef COMBA_PARALLEL_THREADS_H
#define COMBA_PARALLEL_THREADS_H

#include <stdatomic.h>

#define COMBA_THREADS_MAX 64

/* 1 unless somebody asked for more: COMBA_NUM_THREADS, comba_set_num_threads
   (comba.h), or a tuning file.  In a forked child 1 for good. */
extern _Atomic int comba_threads __attribute__ ((visibility ("hidden")));

static inline int
comba_threads_allowed (void)
{
  return atomic_load_explicit (&comba_threads, memory_order_relaxed);
}

/* How many CPUs the process had when threads were asked for last: by its affinity mask and its control groups. */
extern _Atomic int comba_cpus __attribute__ ((visibility ("hidden")));
int comba_cpus_available (void);        /* now (limits.c) */

/* At start: COMBA_NUM_THREADS, else what a tuning file says (0 if it says nothing),
   with its source; comba_threads_source tells where the number comes from. */
void comba_threads_start (int tuned, const char *source);
const char *comba_threads_source (void);

/* The most threads that make sense here, and what says so: "affinity",
   "cgroup", "OMP_NUM_THREADS", "OMP_THREAD_LIMIT" or "libcomba". (limits.c) */
int comba_threads_limit (const char **source);

#endif
