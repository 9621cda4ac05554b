/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How many threads calls may use, and who said so. */

#ifndef COMBA_PARALLEL_THREADS_H
#define COMBA_PARALLEL_THREADS_H

#include "parallel/pool.h"

/* At start: COMBA_NUM_THREADS, else what a tuning file says (0 if it says nothing), with its source. */
void comba_threads_start (int tuned, const char *source);

/* Calls from now on use n threads at most, within the limits; 0 or less: as many as at start.  In a forked child 1.
   Returns the number.  Opens the library of the thread engine if that was not done: not for signal handlers. */
int comba_threads_set (int n);

/* Where the number comes from: "built-in", "COMBA_NUM_THREADS", a file's name, "comba_set_num_threads" or "fork". */
const char *comba_threads_source (void);

/* The most threads that make sense here, and what says so: "affinity",
   "cgroup", "OMP_NUM_THREADS", "OMP_THREAD_LIMIT" or "libcomba". (limits.c) */
int comba_threads_limit (const char **source);

/* How many CPUs the process has now: by its affinity mask, or what the thread engine says, and its control groups.
   (limits.c) */
int comba_cpus_available (void);

#endif
