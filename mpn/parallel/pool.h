/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The pool: the threads that share the work of one call.

   There is one for the process, and one call has it at a time; a caller that finds it taken goes on sequentially.
   Its workers are made when a call first profits from them, wait for the next call for a while, and then sleep.

   By default they are POSIX threads of comba's own and not OpenMP's: libgomp ends the process when a thread cannot be
   made, keeps threads for every thread that calls it, hangs after fork, and makes the caller wait for every worker
   even if another program has the CPU.  A program that uses OpenMP itself may prefer its threads all the same
   (engine.h).  In any case OpenMP's limits are obeyed and the program's parallel regions respected.

   Algorithms see nothing but this header, hand_over.h and job_memory.h. */

#ifndef COMBA_PARALLEL_POOL_H
#define COMBA_PARALLEL_POOL_H

#include "dispatch/config.h"
#include <stdatomic.h>

/* How many threads a call may use: 1 unless somebody asked for more (threads.h). */
extern _Atomic int comba_threads __attribute__ ((visibility ("hidden")));

static inline int
comba_threads_allowed (void)
{
  return atomic_load_explicit (&comba_threads, memory_order_relaxed);
}

/* f (arg, i) does job i of a piece of work.  Jobs do not depend on each other, take no memory but what ARG gives them
   and their stack (COMBA_JOB_STACK bytes), and read and write only what no other job writes. */
typedef void comba_job_fn (void *arg, int i);
#define COMBA_JOB_STACK (192 * 1024)

/* A stage follows others: its job i begins when job i of those is done, and all jobs of the first AFTER of them.  So
   a worker that is done sooner goes on, and waits for the others only where it has to. */
struct comba_stage
{
  comba_job_fn *f;              /* NULL after the last one; COMBA_STAGES_MAX at most */
  int after;                    /* not more than come before */
};
#define COMBA_STAGES_MAX 15

/* The functions below explain the members. */
struct comba_pool
{
  int threads;
  void (*run) (const struct comba_pool *pool, comba_job_fn *f, void *arg);

  /* NULL: run serves. */
  void (*post) (const struct comba_pool *pool, comba_job_fn *f, void *arg, size_t size);

  /* NULL: post serves. */
  void (*stages) (const struct comba_pool *pool, const struct comba_stage *stages, void *arg, size_t size);

  int (*is_done) (const struct comba_pool *pool, int i);        /* NULL: nobody knows */

  /* For whoever has the pool: memory for short calls (job_memory.h). */
  mp_ptr memory;
  size_t memory_limbs;
};

/* f (arg, 0), ..., f (arg, threads - 1), each once, at the same time if it can be; returns when all are done.  The
   caller does job 0, and every other job that no worker has begun by then. */
static inline void
comba_pool_run (const struct comba_pool *pool, comba_job_fn *f, void *arg)
{
  pool->run (pool, f, arg);
}

/* The same; the other jobs read nothing of ARG but a copy of its first SIZE bytes, COMBA_POST_BYTES at most.  A
   worker gets these together with its job; what it has to read elsewhere takes longer, and so does the caller when it
   writes that again.  The first 40 bytes come soonest. */
#define COMBA_POST_BYTES 104
static inline void
comba_pool_post (const struct comba_pool *pool, comba_job_fn *f, void *arg, size_t size)
{
  if (pool->post != NULL)
    pool->post (pool, f, arg, size);
  else
    pool->run (pool, f, arg);
}

/* As comba_pool_post for one stage after the other, except for what AFTER allows; SIZE is not 0. */
static inline void
comba_pool_stages (const struct comba_pool *pool, const struct comba_stage *stages, void *arg, size_t size)
{
  if (pool->stages != NULL)
    pool->stages (pool, stages, arg, size);
  else
    for (; stages->f != NULL; stages++)
      comba_pool_post (pool, stages->f, arg, size);
}

/* For the caller's own job, which may read another's result before the call is over: whether job i is known to be
   done. */
static inline int
comba_pool_is_done (const struct comba_pool *pool, int i)
{
  return pool->is_done != NULL && pool->is_done (pool, i);
}

/* When workers sleep: NOW, for long calls, has them woken; AFTER, for calls that are not quite as long, only if the
   call before found them asleep, too, and a short while ago; NEXT, for short calls, has them woken for the next call
   if this one follows closely upon such a call. */
enum comba_wake { COMBA_WAKE_NEXT, COMBA_WAKE_AFTER, COMBA_WAKE_NOW };

/* The process's pool, of 2 to THREADS threads, the caller among them; or NULL, for
   one of these reasons: only one thread is allowed; the pool is taken; this is
   inside a parallel region of OpenMP, or in a forked child; no thread can be made;
   workers sleep and are not woken; or other threads had the CPUs lately, or multiply themselves: each
   thread that found the pool taken within the last tenth of a second keeps a CPU, and the pool has the rest.
   For the caller alone, which gives it back.  errno is preserved. */
const struct comba_pool *comba_pool_take (int threads, enum comba_wake wake);
void comba_pool_give (void);

/* A pool of one: the caller does one job after the other. */
void comba_run_alone (const struct comba_pool *pool, comba_job_fn *f, void *arg);
#define COMBA_POOL_ALONE(n) ((struct comba_pool) { .threads = (n), .run = comba_run_alone })

/* Calls that would do without the pool, or with less of it, as the CPUs were not free lately, have it again: for
   tests, and for measuring. */
void comba_pool_end_back_off (void);

/* How many workers exist. */
int comba_pool_workers (void);

/* In a forked child, which has no workers: there is no pool any more. */
void comba_pool_forget (void);

#endif
