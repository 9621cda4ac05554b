/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Mailboxes: how a job reaches a worker.

   Each worker has one.  The caller posts a job by increasing POSTED.  Whoever increases CLAIMED
   does the job: the worker, or else the caller, which after its own job claims those that no worker
   has begun.  So a worker that does not come cannot block a call, and the caller need not notice a
   worker that is just falling asleep.

   The caller and the worker write to different cache lines.  A job costs the transfer of one line
   to the worker (two with a copy of its argument) and one line back.  The caller waits for neither
   before it begins its own job.

   Why there is no data race.  A plain variable that several threads use is written before a
   release store.  Another thread reads or writes it only after an acquire load that has seen this
   store, or a later one by the same thread:

     variable                              release store           acquire load
     what a job reads, its copy and        POSTED = n              POSTED = n, by whoever claims job n
       FIRST_STAGE
     what job n has written                DONE = n                DONE = n, by the caller
     what a stage has written              STAGE, callers_stage    the same, by a thread that waits for
                                                                   the stage (parallel/stages.c)
     comba_posted, the pool's memory,      taken = 0               the exchange that takes the pool
       and all else that belongs to the                            (parallel/pool.c)
       thread that has the pool
     the CPUs of a worker that is moved    moved = 1, moved = 0    the same (parallel/posix.c)

   Only one thread claims job n, and only that thread reads the copy and FIRST_STAGE.  The caller
   writes them for job n + 1 after it has seen DONE = n.  A worker that comes too late may read F
   and ARG while the caller writes those of the next job, so they are atomic; it then finds job n
   claimed, and uses neither.

   comba_tell_released and comba_tell_acquired repeat these pairs for race detectors, and
   COMBA_TELL_ATOMIC names the atomic variables (arith/race_detectors.h). */

#ifndef COMBA_PARALLEL_MAILBOX_H
#define COMBA_PARALLEL_MAILBOX_H

#include "parallel/pool.h"
#include "arith/race_detectors.h"

struct comba_mailbox
{
  /* Written by the caller: the last job, and the number of jobs posted so far.  A job without a
     function ends the worker. */
  _Alignas (128) comba_job_fn *_Atomic f;
  void *_Atomic arg;
  _Atomic unsigned posted;
  unsigned first_stage;                 /* stages of this call are numbered from here + 1 */
  char copy[COMBA_POST_BYTES];          /* read by whoever claimed the job */

  /* Written by the worker.  The caller writes these only for jobs that it has claimed, and to renew
     stage numbers. */
  _Alignas (128) _Atomic unsigned claimed;
  _Alignas (128) _Atomic unsigned done;
  _Atomic unsigned stage;               /* number of the last finished stage */
};

/* Worker i + 1 has mailbox i. */
extern struct comba_mailbox comba_mailboxes[COMBA_THREADS_MAX] __attribute__ ((visibility ("hidden")));

/* The caller's copy of POSTED of each mailbox: the line of POSTED itself is usually in the worker's
   cache.  Only for the thread that has the pool. */
extern unsigned comba_posted[COMBA_THREADS_MAX] __attribute__ ((visibility ("hidden")));

/* Whether this thread has the pool or is one of its workers.  Such a thread is not a contending
   caller (parallel/policy.h). */
extern _Thread_local int comba_in_pool __attribute__ ((visibility ("hidden"), tls_model ("initial-exec")));

/* For workers */

/* Returns the number of jobs posted to a mailbox so far, which is the number of the last job.  What
   the caller wrote before that job is visible then. */
static inline unsigned
comba_mailbox_posted (const struct comba_mailbox *m)
{
  return atomic_load_explicit (&m->posted, memory_order_acquire);
}

/* Claims job number N of a mailbox, which has been posted.  Returns 1 if the calling thread now has
   to do it, 0 if somebody has begun it. */
static inline int
comba_mailbox_claim (struct comba_mailbox *m, unsigned n)
{
  unsigned before = n - 1;
  if (!atomic_compare_exchange_strong_explicit (&m->claimed, &before, n, memory_order_acq_rel, memory_order_relaxed))
    return 0;
  comba_tell_acquired (&m->posted);
  return 1;
}

/* Marks job number N of a mailbox as finished.  Only the thread that claimed the job calls this.
   Whoever sees the mark sees what that thread wrote before. */
static inline void
comba_mailbox_set_done (struct comba_mailbox *m, unsigned n)
{
  comba_tell_released (&m->done);
  atomic_store_explicit (&m->done, n, memory_order_release);
}

/* Does job number N of mailbox i, and marks it as finished, if nobody has begun it.  The job has
   been posted and has a function.  Returns 1 if it did the job, else 0. */
static inline int
comba_mailbox_do (int i, unsigned n)
{
  struct comba_mailbox *m = &comba_mailboxes[i];
  comba_job_fn *f = atomic_load_explicit (&m->f, memory_order_relaxed);
  void *arg = atomic_load_explicit (&m->arg, memory_order_relaxed);
  if (!comba_mailbox_claim (m, n))
    return 0;
  f (arg, i + 1);
  comba_mailbox_set_done (m, n);
  return 1;
}

/* A worker calls this after a job: it prefetches the line of CLAIMED, which a check by the caller
   may have moved to the caller's cache.  Without this the next claim would wait for the line. */
static inline void
comba_mailbox_fetch_claimed (struct comba_mailbox *m)
{
  __builtin_prefetch (&m->claimed, 1);
}

/* For the thread that has the pool */

/* Posts the job f (arg, i + 1) to mailbox i, whose previous job has finished.  f = NULL ends worker
   i + 1.  Writes to the mailbox's copy come first.  Does not wake the worker. */
static inline void
comba_mailbox_post (int i, comba_job_fn *f, void *arg)
{
  struct comba_mailbox *m = &comba_mailboxes[i];
  atomic_store_explicit (&m->f, f, memory_order_relaxed);
  atomic_store_explicit (&m->arg, arg, memory_order_relaxed);
  comba_tell_released (&m->posted);
  atomic_store_explicit (&m->posted, ++comba_posted[i], memory_order_release);
}

/* Returns whether the last job of mailbox i has finished.  If so, what it wrote is visible. */
static inline int
comba_mailbox_is_done (int i)
{
  if (atomic_load_explicit (&comba_mailboxes[i].done, memory_order_acquire) != comba_posted[i])
    return 0;
  comba_tell_acquired (&comba_mailboxes[i].done);
  return 1;
}

/* Returns whether somebody has claimed the last job of mailbox i. */
static inline int
comba_mailbox_is_begun (int i)
{
  return comba_mailbox_is_done (i)
         || atomic_load_explicit (&comba_mailboxes[i].claimed, memory_order_relaxed) == comba_posted[i];
}

/* Calls (parallel/pool.c) */

/* One call by the thread that has the pool: the posted jobs, and the part that the caller does
   meanwhile. */
struct comba_call
{
  void (*do_callers_part) (struct comba_call *call);
  int workers;
  int woken;                            /* whether some of the workers were asleep */
  comba_job_fn *f;
  const struct comba_stage *stages;
  unsigned first_stage;
  void *arg;
};

/* Posts f (arg, i) to workers i = 1..call->workers, wakes those that sleep, sets call->woken if one
   did, and does the caller's part.  Each mailbox gets a copy of the SIZE bytes at COPIED, SIZE <=
   COMBA_POST_BYTES; where ARG equals COPIED and SIZE > 0, workers get the address of that copy
   instead. */
void comba_call_post (struct comba_call *call, comba_job_fn *f, void *arg, void *copied, size_t size);

/* Called after the caller's own job and OTHERS jobs that it did for workers: does every job that
   nobody has begun, and waits for the rest. */
void comba_call_finish (const struct comba_call *call, int others);

/* Lets those of the first N workers that have not begun their jobs have a CPU. */
void comba_give_way (int n);

/* One step of a wait for a thread that may have no CPU: a pause, or from step
   COMBA_POLLS_BEFORE_YIELD on a yield.  TURN counts the steps, from 0. */
void comba_wait_once (int turn);

#endif
