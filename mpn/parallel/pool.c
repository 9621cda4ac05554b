/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Taking the pool, and calls with a single stage.  The contract is in parallel/pool.h. */

#include "parallel/pool.h"
#include "parallel/engine.h"
#include "parallel/mailbox.h"
#include "parallel/policy.h"
#include "parallel/regions.h"
#include "parallel/relax.h"
#include "parallel/stages.h"
#include "parallel/job_memory.h"
#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>

_Atomic int comba_threads = 1;

struct comba_mailbox comba_mailboxes[COMBA_THREADS_MAX];
_Alignas (128) unsigned comba_posted[COMBA_THREADS_MAX];
_Thread_local int comba_in_pool __attribute__ ((tls_model ("initial-exec")));

static _Alignas (128) _Atomic int taken;
COMBA_TELL_ATOMIC (taken)

static void COMBA_AT_LOAD __attribute__ ((constructor))
tell_mailboxes_are_atomic (void)
{
  for (struct comba_mailbox *m = comba_mailboxes; m < comba_mailboxes + COMBA_THREADS_MAX; m++)
    {
      comba_tell_atomic (&m->f, offsetof (struct comba_mailbox, first_stage));
      comba_tell_atomic (&m->claimed, sizeof *m - offsetof (struct comba_mailbox, claimed));
    }
}

/* The variables below belong to the thread that has taken the pool. */
static const struct comba_engine *engine;
static struct comba_pool pool;
/* Enough for short calls, up to some 500 limbs, where the time of cache line transfers counts.  The
   heap returns varying addresses, whose lines are in other CPUs' caches. */
static _Alignas (COMBA_WORKER_ALIGNMENT) mp_limb_t memory[1 << 14];

/* Returns whether all workers have begun their jobs.  If not, yields the CPU to those that have
   not. */
static int
have_all_begun (int n)
{
  int all = 1;
  for (int i = 0; i < n; i++)
    {
      for (int polls = 0; polls < COMBA_POLLS_BEFORE_CLAIM && !comba_mailbox_is_done (i); polls++)
        comba_relax ();
      all &= comba_mailbox_is_begun (i);
    }
  if (!all)
    comba_give_way (n);
  return all;
}

/* Does the jobs that no worker has begun; returns their number. */
static int
do_others (int n)
{
  int done = 0;
  if (!have_all_begun (n))
    for (int i = 0; i < n; i++)
      if (!comba_mailbox_is_begun (i))
        done += comba_mailbox_do (i, comba_posted[i]);
  return done;
}

void
comba_give_way (int n)
{
  for (int i = 0; i < n && engine->unblock != NULL; i++)
    if (!comba_mailbox_is_begun (i))
      engine->unblock (i + 1);
  sched_yield ();
}

void
comba_wait_once (int turn)
{
  if (turn < COMBA_POLLS_BEFORE_YIELD)
    comba_relax ();
  else
    sched_yield ();
}

void
comba_call_finish (const struct comba_call *call, int others)
{
  const int n = call->workers;
  if (call->woken)
    comba_note_woken ();
  comba_note_call (others + do_others (n) == 0);
  for (int i = 0, turn = 0; i < n; i++)
    for (; !comba_mailbox_is_done (i); turn++)
      comba_wait_once (turn);
}

/* Takes the pool if no thread has it; returns whether it did. */
static int
take (void)
{
  if (atomic_exchange_explicit (&taken, 1, memory_order_acquire))
    return 0;
  comba_tell_acquired (&taken);
  return 1;
}

static void
do_part (void *call, int i)
{
  struct comba_call *c = call;
  if (i == 0)
    c->do_callers_part (c);
  else if (i <= c->workers)
    {
      comba_in_pool = 1;
      comba_mailbox_do (i - 1, comba_mailbox_posted (&comba_mailboxes[i - 1]));
      comba_in_pool = 0;
    }
}

void
comba_call_post (struct comba_call *call, comba_job_fn *f, void *arg, void *copied, size_t size)
{
  for (int i = 0; i < call->workers; i++)
    {
      char *copy = comba_mailboxes[i].copy;
      if (size > 0)
        memcpy (copy, copied, size);
      comba_mailbox_post (i, f, size > 0 && arg == copied ? copy : arg);
      call->woken |= engine->wake (i + 1);
    }
  if (engine->run != NULL)
    engine->run (call->workers + 1, do_part, call);
  else
    call->do_callers_part (call);
}

static void
do_callers_job (struct comba_call *call)
{
  call->f (call->arg, 0);
  comba_call_finish (call, 0);
}

static void
post (const struct comba_pool *p, comba_job_fn *f, void *arg, size_t size)
{
  struct comba_call call = { .do_callers_part = do_callers_job, .workers = p->threads - 1, .f = f, .arg = arg };
  comba_call_post (&call, f, arg, arg, size);
}

static void
run (const struct comba_pool *p, comba_job_fn *f, void *arg)
{
  post (p, f, arg, 0);
}

static int
job_is_done (const struct comba_pool *p, int i)
{
  (void) p;
  return comba_mailbox_is_done (i - 1);
}

const struct comba_pool *
comba_pool_take (int threads, enum comba_wake wake)
{
  comba_threads_settle ();
  const int allowed = comba_threads_allowed (), left = allowed > 1 ? comba_cpus_left () : 1;
  if (threads > allowed)
    threads = allowed;
  if (threads > left)
    threads = left;
  if (threads < 2)
    return NULL;
  if (atomic_load_explicit (&taken, memory_order_relaxed) || !take ())
    {
      if (!comba_in_pool)
        comba_count_contending ();
      return NULL;
    }

  int saved = errno;
  if (!comba_backs_off () && !comba_in_foreign_region ())
    {
      engine = comba_engine ();
      const int n = engine->start (threads - 1);
      if (n > 0 && (wake == COMBA_WAKE_NOW || comba_may_use_workers (engine, n, wake)))
        {
          pool = (struct comba_pool) {
            .threads = n + 1, .run = run, .post = post, .stages = comba_run_stages,
            .is_done = job_is_done, .memory = memory,
            .memory_limbs = sizeof memory / sizeof memory[0],
          };
          errno = saved;
          comba_in_pool = 1;
          return &pool;
        }
    }
  comba_pool_give ();
  errno = saved;
  return NULL;
}

void
comba_pool_give (void)
{
  comba_in_pool = 0;
  comba_tell_released (&taken);
  atomic_store_explicit (&taken, 0, memory_order_release);
}

void
comba_pool_end_back_off (void)
{
  if (take ())
    {
      comba_end_back_off ();
      comba_pool_give ();
    }
  comba_forget_contending ();
}

void
comba_pool_forget (void)
{
  comba_engine ()->forget ();
  atomic_store (&taken, 1);
}

int
comba_pool_workers (void)
{
  return comba_engine ()->workers ();
}

void
comba_run_alone (const struct comba_pool *p, comba_job_fn *f, void *arg)
{
  for (int i = 0; i < p->threads; i++)
    f (arg, i);
}

/* The library may be unloaded, so no thread may still run its code. */
static void __attribute__ ((destructor))
stop (void)
{
  if (take ())
    comba_engines_stop ();
}
