/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The team: the threads that share the work of one call.

   There is one for the process, and one call has it at a time; a caller that finds
   it taken goes on sequentially.  Its workers are made when a call first profits
   from them, wait for the next call for a while, and then sleep.

   They are threads of our own and not OpenMP's: libgomp ends the process when a
   thread cannot be made, keeps a pool for every thread that calls it, hangs after
   fork, and makes the caller wait for every worker even if another program has the
   CPU.  OpenMP's limits are obeyed and its parallel regions respected. */

#ifndef COMBA_PARALLEL_POOL_H
#define COMBA_PARALLEL_POOL_H

#include "limb.h"

/* f (arg, i) does share i of a piece of work.  Shares do not depend on each other, take no memory
   but what arg gives them and their stack (COMBA_JOB_STACK bytes), and read and write only
   what no other share writes. */
typedef void comba_job_fn (void *arg, int share);
#define COMBA_JOB_STACK (192 * 1024)

struct comba_stage;

struct comba_pool
{
  int threads;
  void (*run) (const struct comba_pool *pool, comba_job_fn *f, void *arg);

  /* The same; workers have a copy of what is in the first SIZE bytes of ARG.  NULL: run serves. */
  void (*tell) (const struct comba_pool *pool, comba_job_fn *f, void *arg, size_t size);

  /* Several pieces of work one after the other; NULL: tell serves. */
  void (*stages) (const struct comba_pool *pool, const struct comba_stage *stages, void *arg, size_t size);

  /* Whether a share but the caller's, of what the team does, is done; NULL: nobody knows. */
  int (*is_done) (const struct comba_pool *pool, int share);

  /* For whoever has the team; areas can begin there (areas.h). */
  mp_ptr memory;
  size_t memory_limbs;
};

/* f (arg, 0), ..., f (arg, threads - 1), each once, at the same time if it can be;
   returns when all are done. */
static inline void
comba_pool_run (const struct comba_pool *pool, comba_job_fn *f, void *arg)
{
  pool->run (pool, f, arg);
}

/* The same; the shares of others read nothing of ARG but its first SIZE bytes, COMBA_POST_BYTES at
   most.  These come to them with the call, 40 bytes on the same line of cache and the others on the next; what workers
   have read elsewhere, and the caller writes anew for the next run, has to be taken away from them before these see that. */
#define COMBA_POST_BYTES 104
static inline void
comba_pool_post (const struct comba_pool *pool, comba_job_fn *f, void *arg, size_t size)
{
  if (pool->tell != NULL)
    pool->tell (pool, f, arg, size);
  else
    pool->run (pool, f, arg);
}

/* A piece of work that follows others: a share begins when its own shares of those are done, and those that others
   have in the first AFTER of them.  So who is done sooner goes on, and hears from the others when it has to; two
   threads need no run of the team for each. */
struct comba_stage
{
  comba_job_fn *f;            /* NULL after the last one; COMBA_STAGES_MAX at most */
  int after;                    /* not more than come before */
};
#define COMBA_STAGES_MAX 15

/* As many calls of comba_pool_post, but for what AFTER allows; SIZE is not 0. */
static inline void
comba_pool_stages (const struct comba_pool *pool, const struct comba_stage *stages, void *arg, size_t size)
{
  if (pool->stages != NULL)
    pool->stages (pool, stages, arg, size);
  else
    for (; stages->f != NULL; stages++)
      comba_pool_post (pool, stages->f, arg, size);
}

/* For the caller's own share, which may ask for another's results ahead of time: whether that
   is known to be done. */
static inline int
comba_pool_is_done (const struct comba_pool *pool, int share)
{
  return pool->is_done != NULL && pool->is_done (pool, share);
}

/* When workers sleep: calls that are long enough have them woken; those that are not quite, if the one before came not
   long ago, though it was long itself; of short ones that follow closely upon each other the next has them. */
enum comba_wake { COMBA_WAKE_NEXT, COMBA_WAKE_AFTER, COMBA_WAKE_NOW };

/* The process's team, of 2 to THREADS threads, the caller among them; or NULL, for
   one of these reasons: only one thread is allowed; the team is taken; this is
   inside a parallel region of OpenMP, or in a forked child; no thread can be made;
   workers sleep and are not woken; or other threads had the CPUs lately, or multiply themselves: of the CPUs
   a team has what is left by those threads that found it taken within a tenth of a second.  For the caller
   alone, which gives it back.  errno is preserved. */
const struct comba_pool *comba_pool_take (int threads, enum comba_wake wake);
void comba_pool_give (void);

/* A team of one: the caller does one share after the other. */
void comba_run_alone (const struct comba_pool *pool, comba_job_fn *f, void *arg);
#define COMBA_POOL_ALONE(n) ((struct comba_pool) { .threads = (n), .run = comba_run_alone })

/* Calls that would do without the team, or with less of it, as the CPUs were not free lately, have it again: for tests, and for
   measuring. */
void comba_pool_end_back_off (void);

/* How many workers exist. */
int comba_pool_workers (void);

/* In a forked child, which has no workers: there is no team any more. */
void comba_pool_forget (void);

#endif
