/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The worker pool: the threads that share the work of one call.

   A process has one pool, and one call uses it at a time.  A caller that finds it taken works
   sequentially.  Workers are created when a call first profits from them.  After a call they poll
   for the next one for a while, then sleep.

   By default the workers are POSIX threads of comba's own rather than OpenMP's.  libgomp ends the
   process when it cannot create a thread, keeps threads for every thread that calls it, hangs after
   fork, and makes the caller wait for every worker even if another program has the CPU.  A program
   that uses OpenMP may prefer to share its threads (parallel/engine.h).  In either case comba obeys
   OpenMP's limits and works sequentially inside the program's own parallel regions.

   Algorithms include parallel/pool.h, parallel/hand_over.h and parallel/job_memory.h, and nothing
   else of parallel/ (tests/layers).

   Memory order: a job sees everything that the caller wrote before it posted the job.  The caller
   sees everything that a job wrote once comba_pool_run, comba_pool_post or comba_pool_stages
   returns, or once comba_pool_is_done returns nonzero for that job. */

#ifndef COMBA_PARALLEL_POOL_H
#define COMBA_PARALLEL_POOL_H

#include "dispatch/config.h"
#include <stdatomic.h>

/* The most threads that a call may use: 1 unless the user, a tuning file or the program asks for
   more (parallel/threads.h). */
extern _Atomic int comba_threads __attribute__ ((visibility ("hidden")));

/* Returns that number. */
static inline int
comba_threads_allowed (void)
{
  return atomic_load_explicit (&comba_threads, memory_order_relaxed);
}

/* Lowers that number to the CPU quota of the control groups, if the process started without reading
   it.  comba_pool_take calls this; so should who uses the number for more than one call.  Preserves
   errno.  (parallel/threads.c) */
void comba_threads_settle (void);

/* f (arg, i) does job i of a call.  Jobs run in any order and at the same time, so none depends on
   another.  A job allocates nothing: it has the memory behind ARG and a stack of COMBA_JOB_STACK
   bytes.  It writes only what no other job reads or writes.  It must not return by longjmp.
   comba_pool_take returns NULL inside a job. */
typedef void comba_job_fn (void *arg, int i);
#define COMBA_JOB_STACK (192 * 1024)

/* A stage of a call.  Its job i begins when job i of every earlier stage and all jobs of the first
   AFTER stages have finished.  So a worker waits for the others only where it must.  A list of
   stages ends with a stage whose F is NULL. */
struct comba_stage
{
  comba_job_fn *f;              /* at most COMBA_STAGES_MAX before the NULL */
  int after;                    /* at most the number of earlier stages */
};
#define COMBA_STAGES_MAX 15

/* The functions below explain the members.  Callers use these functions, not the members, except
   THREADS. */
struct comba_pool
{
  int threads;
  void (*run) (const struct comba_pool *pool, comba_job_fn *f, void *arg);

  /* NULL: run is used instead */
  void (*post) (const struct comba_pool *pool, comba_job_fn *f, void *arg, size_t size);

  /* NULL: post is used for each stage */
  void (*stages) (const struct comba_pool *pool, const struct comba_stage *stages, void *arg, size_t size);

  int (*is_done) (const struct comba_pool *pool, int i);        /* NULL: unknown */

  /* For the call that has the pool: memory for short calls (parallel/job_memory.h). */
  mp_ptr memory;
  size_t memory_limbs;
};

/* Runs f (arg, 0), ..., f (arg, threads - 1), each once and at the same time if possible, and
   returns when all have finished.  The caller does job 0, and then every job that no worker has
   begun.  Only the thread that has the pool may call this. */
static inline void
comba_pool_run (const struct comba_pool *pool, comba_job_fn *f, void *arg)
{
  pool->run (pool, f, arg);
}

/* As comba_pool_run, but jobs other than 0 read nothing of ARG except a copy of its first SIZE
   bytes.  SIZE is at most COMBA_POST_BYTES.  The copy reaches a worker together with its job.
   Whatever else a worker reads through ARG costs an extra transfer between CPUs, and so does the
   caller's next write to it.  The first 40 bytes arrive soonest. */
#define COMBA_POST_BYTES 104
static inline void
comba_pool_post (const struct comba_pool *pool, comba_job_fn *f, void *arg, size_t size)
{
  if (pool->post != NULL)
    pool->post (pool, f, arg, size);
  else
    pool->run (pool, f, arg);
}

/* As comba_pool_post, for all jobs of each stage in turn, with the overlap that AFTER allows.
   1 <= SIZE <= COMBA_POST_BYTES. */
static inline void
comba_pool_stages (const struct comba_pool *pool, const struct comba_stage *stages, void *arg, size_t size)
{
  if (pool->stages != NULL)
    pool->stages (pool, stages, arg, size);
  else
    for (; stages->f != NULL; stages++)
      comba_pool_post (pool, stages->f, arg, size);
}

/* Returns whether job i is known to have finished.  For the caller's own job, which may read
   another job's result before the call returns.  Zero may also mean that the pool cannot tell. */
static inline int
comba_pool_is_done (const struct comba_pool *pool, int i)
{
  return pool->is_done != NULL && pool->is_done (pool, i);
}

/* What to do when workers sleep.  NOW, for long calls: wake them.  AFTER, for medium calls: wake
   them if the previous call found them asleep, too, a short while ago.  NEXT, for short calls: work
   sequentially, but wake the workers for the next call if this one closely follows another that
   found them asleep. */
enum comba_wake { COMBA_WAKE_NEXT, COMBA_WAKE_AFTER, COMBA_WAKE_NOW };

/* Takes the process's pool, with 2 to THREADS threads including the caller.  The caller must give
   it back with comba_pool_give.  Preserves errno.

   Returns NULL, and the caller works sequentially, in each of these cases:
     - only one thread is allowed, or THREADS < 2;
     - another call has the pool;
     - the caller is inside an OpenMP parallel region, or in a forked child;
     - no worker can be created;
     - the workers sleep, and WAKE does not wake them for this call;
     - calls back off because workers recently did not get a CPU;
     - contending callers leave fewer than two CPUs (parallel/policy.h). */
const struct comba_pool *comba_pool_take (int threads, enum comba_wake wake);

/* Gives back the pool that this thread took.  Afterwards the pool's memory belongs to other
   calls. */
void comba_pool_give (void);

/* A substitute for the pool that needs no threads: comba_pool_run does the n jobs one after the
   other in the caller. */
void comba_run_alone (const struct comba_pool *pool, comba_job_fn *f, void *arg);
#define COMBA_POOL_ALONE(n) ((struct comba_pool) { .threads = (n), .run = comba_run_alone })

/* For tests and measurements: ends a back-off and forgets contending callers, so that the next call
   may use the whole pool. */
void comba_pool_end_back_off (void);

/* Returns the number of existing workers. */
int comba_pool_workers (void);

/* For a forked child, which has no workers: from now on comba_pool_take returns NULL. */
void comba_pool_forget (void);

#endif
