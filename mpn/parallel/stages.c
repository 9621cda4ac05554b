/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Calls with several stages (comba_pool_stages, parallel/pool.h).  The pool posts one job to each
   worker, which does all stages.  Each worker counts the stages that it has finished and polls the
   other workers' counts where a stage needs them.

   Stage i of a call has number FIRST_STAGE + i + 1.  Numbers continue from one call to the next. */

#include "parallel/stages.h"
#include "parallel/mailbox.h"
#include "parallel/policy.h"
#include "parallel/relax.h"
#include <time.h>

/* The last stage that the caller has finished, and how many workers the stages are for. */
static _Alignas (128) _Atomic unsigned callers_stage;
static _Alignas (128) _Atomic int stage_workers;
COMBA_TELL_ATOMIC (callers_stage)

/* Numbers wrap around; the two are never far apart. */
static int
is_reached (_Atomic unsigned *stage, unsigned number)
{
  if ((int) (atomic_load_explicit (stage, memory_order_acquire) - number) < 0)
    return 0;
  comba_tell_acquired (stage);
  return 1;
}

/* Returns whether the first N workers, except those whose bits are set in EXCEPT, have reached a
   stage. */
static int
have_reached (int n, uint64_t except, unsigned number)
{
  for (int i = 0; i < n; i++)
    if ((except >> i & 1) == 0 && !is_reached (&comba_mailboxes[i].stage, number))
      return 0;
  return 1;
}

static void
do_stage (int mailbox, const struct comba_stage *stages, int i)
{
  struct comba_mailbox *m = &comba_mailboxes[mailbox];
  stages[i].f (m->copy, mailbox + 1);
  comba_tell_released (&m->stage);
  atomic_store_explicit (&m->stage, m->first_stage + i + 1, memory_order_release);
}

static void
wait_for_others (int mailbox, unsigned number)
{
  const uint64_t myself = (uint64_t) 1 << mailbox;
  const int n = atomic_load_explicit (&stage_workers, memory_order_relaxed);
  for (int turn = 0; !is_reached (&callers_stage, number) || !have_reached (n, myself, number); turn++)
    if (turn < COMBA_POLLS_BEFORE_SLEEP)
      comba_wait_once (turn);
    else
      nanosleep (&(struct timespec) { .tv_nsec = 1000000 }, NULL);
}

/* Does all stages of a worker. */
static void
do_workers_stages (void *arg, int worker)
{
  const struct comba_stage *stages = arg;
  const int mailbox = worker - 1;
  for (int i = 0; stages[i].f != NULL; i++)
    {
      if (stages[i].after > 0)
        wait_for_others (mailbox, comba_mailboxes[mailbox].first_stage + stages[i].after);
      do_stage (mailbox, stages, i);
    }
}

/* Only the claims of workers that have not finished any stage are checked. */
static int
have_begun (int n, unsigned first)
{
  for (int i = 0; i < n; i++)
    if (!is_reached (&comba_mailboxes[i].stage, first + 1) && !comba_mailbox_is_begun (i))
      return 0;
  return 1;
}

/* Claims the jobs of the first N workers that nobody had begun; returns their mailboxes as bits. */
static uint64_t
claim_all (int n)
{
  uint64_t set = 0;
  for (int i = 0; i < n; i++)
    if (!comba_mailbox_is_begun (i) && comba_mailbox_claim (&comba_mailboxes[i], comba_posted[i]))
      set |= (uint64_t) 1 << i;
  return set;
}

static void
do_stage_of_all (int n, uint64_t set, const struct comba_stage *stages, int i)
{
  for (int j = 0; j < n; j++)
    if (set >> j & 1)
      do_stage (j, stages, i);
}

/* Waits until all workers have finished the stages that stage i depends on.  Returns the mailboxes
   whose jobs the caller does, as bits: MINE, or, at its first wait, those of workers that have not
   begun. */
static uint64_t
reach_stage (const struct comba_call *call, uint64_t mine, int i)
{
  const struct comba_stage *stages = call->stages;
  const int n = call->workers;
  const unsigned first = call->first_stage, number = first + stages[i].after;
  for (int turn = 0; turn < COMBA_POLLS_BEFORE_CLAIM; turn++)
    if (have_reached (n, mine, number))
      return mine;
    else
      comba_relax ();
  if (!have_begun (n, first))
    {
      comba_give_way (n);
      mine = claim_all (n);
      for (int j = 0; j < i; j++)       /* these stages depend on no others */
        do_stage_of_all (n, mine, stages, j);
    }
  for (int turn = 0; !have_reached (n, mine, number); turn++)
    comba_wait_once (turn);
  return mine;
}

static void
do_callers_stages (struct comba_call *call)
{
  const struct comba_stage *stages = call->stages;
  uint64_t mine = 0;
  for (int i = 0; stages[i].f != NULL; i++)
    {
      if (stages[i].after > 0)
        mine = reach_stage (call, mine, i);
      stages[i].f (call->arg, 0);
      comba_tell_released (&callers_stage);
      atomic_store_explicit (&callers_stage, call->first_stage + i + 1, memory_order_release);
      do_stage_of_all (call->workers, mine, stages, i);
    }
  for (int i = 0; i < call->workers; i++)
    if (mine >> i & 1)
      comba_mailbox_set_done (&comba_mailboxes[i], comba_posted[i]);
  comba_call_finish (call, mine != 0);
}

/* A mailbox that had no stages for this many numbers would seem to be ahead, so all stage numbers
   are renewed earlier. */
enum { LONG_AGO = 1 << 30 };

void
comba_run_stages (const struct comba_pool *pool, const struct comba_stage *stages, void *arg, size_t size)
{
  static unsigned first;
  struct comba_call call = {
    .do_callers_part = do_callers_stages, .workers = pool->threads - 1, .stages = stages, .first_stage = first,
    .arg = arg,
  };
  if (atomic_load_explicit (&stage_workers, memory_order_relaxed) != call.workers)
    atomic_store_explicit (&stage_workers, call.workers, memory_order_relaxed);
  for (int i = 0; first % LONG_AGO == 0 && i < COMBA_THREADS_MAX; i++)
    atomic_store_explicit (&comba_mailboxes[i].stage, first, memory_order_relaxed);
  for (int i = 0; i < call.workers; i++)
    comba_mailboxes[i].first_stage = first;
  comba_call_post (&call, do_workers_stages, (void *) stages, arg, size);
  first += COMBA_STAGES_MAX + 1;
}
