/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Thread engines: where a pool's workers come from.

   pool.c and stages.c know what the workers have to do, policy.c whether they should; an engine only brings threads
   to their mailboxes.  There are two: POSIX threads of comba's own (posix.c, the default) and the threads of the
   program's OpenMP runtime (openmp.c, in libcomba_omp.so, so that libcomba itself needs no such runtime).
   doc/threads.md compares them.

   One call at a time uses an engine: the one that has the pool.  Everything preserves errno. */

#ifndef COMBA_PARALLEL_ENGINE_H
#define COMBA_PARALLEL_ENGINE_H

#include <stdint.h>
#include <time.h>

/* The version of this interface.  A libcomba_omp.so with another version is not used. */
enum { COMBA_ENGINE_INTERFACE = 1 };

/* part (call, 0) is what the caller does, part (call, i) what worker i does.  A worker's part that comes late, or
   never, has been done by the caller. */
typedef void comba_part_fn (void *call, int i);

struct comba_engine
{
  int interface;                /* COMBA_ENGINE_INTERFACE */
  const char *name;

  /* Makes workers until there are N.  Returns how many there are: N, or fewer. */
  int (*start) (int n);

  /* How many of the first N workers sleep. */
  int (*count_asleep) (int n);

  /* Wakes worker i, 1 or more, if it sleeps.  Returns whether it did. */
  int (*wake) (int i);

  /* Worker i has not begun its job.  NULL: nothing can be done about that. */
  void (*unblock) (int i);

  /* Does the parts 0 to THREADS - 1, or fewer, at the same time, part 0 in the caller's thread, and returns when all
     are done.  NULL: workers look at their mailboxes themselves, and the caller just does its part. */
  void (*run) (int threads, comba_part_fn *part, void *call);

  /* The number of CPUs that the runtime may use.  NULL: what the affinity mask says. */
  int (*cpus) (void);

  int (*workers) (void);        /* how many exist */
  void (*forget) (void);        /* in a forked child: there are none */
  void (*stop) (void);          /* libcomba is unloaded: ends the workers; NULL: they are another runtime's */
};

extern const struct comba_engine comba_posix_engine __attribute__ ((visibility ("hidden")));

/* In libcomba_omp.so. */
extern const struct comba_engine comba_openmp_engine __attribute__ ((visibility ("default")));

static inline int64_t
comba_nanoseconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * (int64_t) 1000000000 + t.tv_nsec;
}

/* The choice (engine.c) */

/* The engine that serves calls from now on. */
const struct comba_engine *comba_engine (void);

/* At start: reads COMBA_THREADS.  Opens nothing. */
void comba_engine_start (void);

/* Before threads are allowed: opens the library of the engine that was asked for, unless that was done.  If it cannot
   be had there is one line on stderr, and "posix" serves.  Not for signal handlers. */
void comba_engine_open (void);

/* A name in the table of engines, "posix" or "openmp", or NULL for what was chosen at start.  Returns whether that
   engine serves calls from now on; if not, nothing changes.  Not for signal handlers. */
int comba_engine_choose (const char *name);

/* The name of the engine that serves, or will when threads are allowed; and who chose it: "built-in",
   "COMBA_THREADS", "libcomba_omp" (the program is linked with it) or "comba_set_thread_engine". */
const char *comba_engine_name (void);
const char *comba_engine_source (void);

/* libcomba is unloaded. */
void comba_engines_stop (void);

#endif
