/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Mailboxes: how a job reaches a worker.

   Each worker has one.  The caller counts POSTED up to post a job; whoever counts CLAIMED up does the job: the
   worker, or the caller, which after its own job does those that no worker has begun.  So nothing depends on a worker
   that does not come, and the caller may miss that one is about to fall asleep.

   What the caller writes and what a worker writes is on cache lines of their own.  A job costs one line on its way to
   the worker, two with a copy of its argument, and one on its way back; the caller waits for neither before it begins
   its own. */

#ifndef COMBA_PARALLEL_MAILBOX_H
#define COMBA_PARALLEL_MAILBOX_H

#include "parallel/pool.h"

struct comba_mailbox
{
  /* Written by the caller: the number of jobs posted so far, and the last of them.  No function: the worker ends. */
  _Alignas (128) _Atomic unsigned posted;
  unsigned first_stage;                 /* the number before those of the job's stages */
  comba_job_fn *_Atomic f;
  void *_Atomic arg;
  char copy[COMBA_POST_BYTES];          /* read by whoever has claimed the job */

  /* Written by the worker, except for jobs that the caller does, and for stage numbers of long ago. */
  _Alignas (128) _Atomic unsigned claimed;
  _Alignas (128) _Atomic unsigned done;
  _Atomic unsigned stage;               /* the number of the last stage that is done */
};

/* Worker i + 1 has mailbox i. */
extern struct comba_mailbox comba_mailboxes[COMBA_THREADS_MAX] __attribute__ ((visibility ("hidden")));

/* For whoever has the pool: POSTED of each mailbox, whose line is its worker's most of the time. */
extern unsigned comba_posted[COMBA_THREADS_MAX] __attribute__ ((visibility ("hidden")));

/* Whether this thread has the pool, or is one of its workers: then it is no contending caller (policy.h). */
extern _Thread_local int comba_in_pool __attribute__ ((visibility ("hidden"), tls_model ("initial-exec")));

/* For workers */

static inline unsigned
comba_mailbox_posted (const struct comba_mailbox *m)
{
  return atomic_load_explicit (&m->posted, memory_order_acquire);
}

/* Whether job number N of a mailbox is the caller of this one's: nobody had begun it. */
static inline int
comba_mailbox_claim (struct comba_mailbox *m, unsigned n)
{
  unsigned before = n - 1;
  return atomic_compare_exchange_strong_explicit (&m->claimed, &before, n, memory_order_acq_rel, memory_order_relaxed);
}

static inline void
comba_mailbox_set_done (struct comba_mailbox *m, unsigned n)
{
  atomic_store_explicit (&m->done, n, memory_order_release);
}

/* Does job number N of mailbox i if nobody has begun it. */
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

/* A caller that looked whether the job was begun has the line: asked for in time, it does not hold up the next job. */
static inline void
comba_mailbox_fetch_claimed (struct comba_mailbox *m)
{
  __builtin_prefetch (&m->claimed, 1);
}

/* For whoever has the pool */

static inline void
comba_mailbox_post (int i, comba_job_fn *f, void *arg)
{
  struct comba_mailbox *m = &comba_mailboxes[i];
  atomic_store_explicit (&m->f, f, memory_order_relaxed);
  atomic_store_explicit (&m->arg, arg, memory_order_relaxed);
  atomic_store_explicit (&m->posted, ++comba_posted[i], memory_order_release);
}

static inline int
comba_mailbox_is_done (int i)
{
  return atomic_load_explicit (&comba_mailboxes[i].done, memory_order_acquire) == comba_posted[i];
}

static inline int
comba_mailbox_is_begun (int i)
{
  return comba_mailbox_is_done (i)
         || atomic_load_explicit (&comba_mailboxes[i].claimed, memory_order_relaxed) == comba_posted[i];
}

/* Calls (pool.c) */

/* A call by the thread that has the pool: what is posted, and what the caller itself does meanwhile. */
struct comba_call
{
  void (*do_callers_part) (struct comba_call *call);
  int workers;
  int woken;                            /* whether some of these were asleep */
  comba_job_fn *f;
  const struct comba_stage *stages;
  unsigned first_stage;
  void *arg;
};

/* Posts f (arg, i) to each worker i, with SIZE bytes of COPIED in its mailbox, which stand for ARG where that is
   COPIED; then does all parts. */
void comba_call_post (struct comba_call *call, comba_job_fn *f, void *arg, void *copied, size_t size);

/* After the caller's own job and OTHERS that it did for workers: does what nobody has begun, and waits for the rest. */
void comba_call_finish (const struct comba_call *call, int others);

/* Lets the first N workers have a CPU: they have not begun what was posted. */
void comba_give_way (int n);

/* One turn of a wait for a thread that may have no CPU. */
void comba_wait_once (int turn);

#endif
