/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How many threads calls may use, and who decided it. */

#ifndef COMBA_PARALLEL_THREADS_H
#define COMBA_PARALLEL_THREADS_H

#include "parallel/pool.h"

/* At start: sets the number of threads from COMBA_NUM_THREADS, or else to TUNED, the number in a
   tuning file (0 if it has none), whose name is SOURCE.  Opens no file: comba_threads_settle obeys
   the quota of the control groups later. */
void comba_threads_start (int tuned, const char *source);

/* Calls from now on use at most n threads, within the limits; n <= 0 restores the number chosen at
   start.  Returns the number in use, which is 1 in a forked child.  May open the library of the
   thread engine: not for signal handlers. */
int comba_threads_set (int n);

/* Returns where the number of threads comes from: "built-in", "COMBA_NUM_THREADS", the name of a
   tuning file, "comba_set_num_threads" or "fork". */
const char *comba_threads_source (void);

/* Returns the most threads that make sense in this process.  Stores the limit that decides in
   *SOURCE unless SOURCE is NULL: "affinity", "cgroup", "OMP_NUM_THREADS", "OMP_THREAD_LIMIT" or
   "libcomba".  (parallel/limits.c) */
int comba_threads_limit (const char **source);

/* The same if the control groups allow QUOTA CPUs. */
int comba_threads_limit_by (int quota, const char **source);

/* Return how many CPUs the process has now: by its affinity mask, or the thread engine's own count;
   and by its control groups, whose files this opens.  INT_MAX if that is not known.
   (parallel/limits.c) */
int comba_cpus_by_mask (void);
int comba_cpus_by_quota (void);

#endif
