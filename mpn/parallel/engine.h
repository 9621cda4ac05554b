/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Thread engines: where the pool's workers come from.

   parallel/pool.c and parallel/stages.c decide what workers do, parallel/policy.c decides whether
   they are used, and an engine only brings threads to their mailboxes.  There are two engines:
   POSIX threads of comba's own (parallel/posix.c, the default) and the threads of the program's
   OpenMP runtime (parallel/openmp.c, in libcomba_omp.so, so that libcomba itself does not need such
   a runtime).

   Only the call that has the pool uses an engine.  All functions preserve errno. */

#ifndef COMBA_PARALLEL_ENGINE_H
#define COMBA_PARALLEL_ENGINE_H

#include <stdint.h>
#include <time.h>

/* The version of this interface.  A libcomba_omp.so with another version is refused. */
enum { COMBA_ENGINE_INTERFACE = 1 };

/* part (call, 0) does the caller's part of a call, part (call, i) the part of worker i.  If a
   worker calls part late, the caller has done the worker's job meanwhile, and part does nothing. */
typedef void comba_part_fn (void *call, int i);

struct comba_engine
{
  int interface;                /* COMBA_ENGINE_INTERFACE */
  const char *name;

  /* Creates workers until N exist.  Returns how many of the N exist: N or fewer. */
  int (*start) (int n);

  /* Returns how many of the first N workers sleep. */
  int (*count_asleep) (int n);

  /* Wakes worker i, i >= 1, if it sleeps.  Returns whether it did. */
  int (*wake) (int i);

  /* Called when worker i has not begun its job: moves it to another CPU if it waits for the
     caller's.  NULL: nothing can be done. */
  void (*unblock) (int i);

  /* Does parts 0 to THREADS - 1 of CALL at the same time, part 0 in the calling thread, and returns
     when all have finished.  It may do fewer parts.  NULL: workers poll their mailboxes, and the
     caller only does its own part. */
  void (*run) (int threads, comba_part_fn *part, void *call);

  /* Returns the number of CPUs that the runtime may use.  NULL: use the affinity mask. */
  int (*cpus) (void);

  int (*workers) (void);        /* returns the number of existing workers */
  void (*forget) (void);        /* for a forked child: from now on no workers exist */
  void (*stop) (void);          /* ends the workers when libcomba is unloaded; NULL: another runtime
                                   owns them */
};

extern const struct comba_engine comba_posix_engine __attribute__ ((visibility ("hidden")));

/* Defined in libcomba_omp.so. */
extern const struct comba_engine comba_openmp_engine __attribute__ ((visibility ("default")));

/* Returns the time in nanoseconds by a clock that never goes back. */
static inline int64_t
comba_nanoseconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * (int64_t) 1000000000 + t.tv_nsec;
}

/* Choice of the engine (parallel/engine.c) */

/* Returns the engine that calls use from now on. */
const struct comba_engine *comba_engine (void);

/* At start: reads COMBA_THREADS.  Opens no library. */
void comba_engine_start (void);

/* Opens the library of the chosen engine, unless that has been done.  Called before more than one
   thread is allowed.  If the library cannot be used, prints one line on stderr and falls back to
   "posix".  Not for signal handlers: opening a library allocates memory. */
void comba_engine_open (void);

/* Chooses an engine by its name, "posix" or "openmp"; NULL means the one chosen at start.  Returns
   whether calls use that engine from now on; if not, nothing changes.  Not for signal handlers. */
int comba_engine_choose (const char *name);

/* Returns the name of the engine in use, or of the one that will be used when threads are
   allowed. */
const char *comba_engine_name (void);

/* Returns who chose the engine: "built-in", "COMBA_THREADS", "libcomba_omp" (the program is linked
   with it) or "comba_set_thread_engine". */
const char *comba_engine_source (void);

/* Stops all workers when libcomba is unloaded. */
void comba_engines_stop (void);

#endif
