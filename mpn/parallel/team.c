/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The contract is in team.h.

   Each worker has a place.  Whoever moves its state from READY has its share: the
   worker, or the caller, which after its own share does those that no worker has
   begun.  So nothing depends on a worker that does not come. */

#include "team.h"
#include "regions.h"
#include "threads.h"
#include "limb.h"
#include "diag/diag.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <time.h>

enum state
{
  IDLE,                         /* awake, waiting for a share */
  READY,                        /* has a share that nobody has begun */
  RUNNING,
  ASLEEP,
  LEAVING                       /* the process ends */
};

struct place
{
  _Alignas (128) _Atomic int state;
  int share;
  comba_share_fn *f;
  void *arg;
  pthread_cond_t awake;
  pthread_t thread;
};

static struct place places[COMBA_THREADS_MAX];
static pthread_mutex_t sleepers = PTHREAD_MUTEX_INITIALIZER;

static _Atomic int taken;

/* What follows belongs to whoever has taken the team. */
static _Atomic int workers;             /* how many exist */
static int most_workers = COMBA_THREADS_MAX - 1;
static int rest;                        /* calls to let pass: the CPUs were not free */
static int next_rest;
static int64_t refused;                 /* when a call last found workers asleep */

/* How long a worker waits for the next share before it sleeps, and when it begins to
   let others have its CPU meanwhile; a wait that then takes so long says that
   somebody wants it. */
enum { WAIT = 200000, POLITE = 20000, CROWDED = 50000 };        /* nanoseconds */

/* The most calls in a row that are let pass. */
enum { REST_MAX = 1000 };

static int64_t
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * (int64_t) 1000000000 + t.tv_nsec;
}

static inline void
relax (void)
{
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause ();
#elif defined __aarch64__
  __asm__ volatile ("yield");
#endif
}

static int
move (struct place *p, int from, int to)
{
  return atomic_compare_exchange_strong_explicit (&p->state, &from, to, memory_order_acq_rel,
                                                  memory_order_relaxed);
}

static int
state_of (struct place *p)
{
  return atomic_load_explicit (&p->state, memory_order_acquire);
}

/* Returns 1 when the state is not IDLE, or 0 after a while. */
static int
wait_awake (struct place *p)
{
  int64_t begin = now (), time = begin;
  while (time - begin < WAIT)
    {
      for (int i = 0; i < 50; i++)
        {
          if (state_of (p) != IDLE)
            return 1;
          relax ();
        }
      int64_t before = time;
      if (time - begin > POLITE)
        sched_yield ();
      time = now ();
      if (time - before > CROWDED)
        break;
    }
  return 0;
}

static void
sleep_until_called (struct place *p)
{
  pthread_mutex_lock (&sleepers);
  if (move (p, IDLE, ASLEEP))
    while (state_of (p) == ASLEEP)
      pthread_cond_wait (&p->awake, &sleepers);
  pthread_mutex_unlock (&sleepers);
}

static void *
work (void *arg)
{
  struct place *p = arg;
  while (state_of (p) != LEAVING)
    if (move (p, READY, RUNNING))
      {
        p->f (p->arg, p->share);
        atomic_store_explicit (&p->state, IDLE, memory_order_release);
      }
    else if (!wait_awake (p))
      sleep_until_called (p);
  return NULL;
}

/* Gives the worker a new state; wakes it if need be. */
static void
call (struct place *p, int state)
{
  if (atomic_exchange_explicit (&p->state, state, memory_order_acq_rel) != ASLEEP)
    return;
  pthread_mutex_lock (&sleepers);
  pthread_cond_signal (&p->awake);
  pthread_mutex_unlock (&sleepers);
}

void
comba_team_forget (void)
{
  atomic_store (&workers, 0);
  atomic_store (&taken, 1);
}

/* Signals that are meant for the program's threads. */
static void
block_asynchronous_signals (sigset_t *saved)
{
  static const int synchronous[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT };
  sigset_t set;
  sigfillset (&set);
  for (size_t i = 0; i < sizeof synchronous / sizeof *synchronous; i++)
    sigdelset (&set, synchronous[i]);
  pthread_sigmask (SIG_SETMASK, &set, saved);
}

static int
hire_one (struct place *p)
{
  atomic_store_explicit (&p->state, IDLE, memory_order_relaxed);
  pthread_cond_init (&p->awake, NULL);
  pthread_attr_t attributes;
  int error = pthread_attr_init (&attributes);
  if (error == 0)
    {
      error = pthread_attr_setstacksize (&attributes, COMBA_SHARE_STACK + PTHREAD_STACK_MIN);
      if (error == 0)
        error = pthread_create (&p->thread, &attributes, work, p);
      pthread_attr_destroy (&attributes);
    }
  return error;
}

/* Makes workers until there are N, or as many as there can be. */
static void
hire (int n)
{
  if (n > most_workers)
    n = most_workers;
  int i = atomic_load_explicit (&workers, memory_order_relaxed);
  if (i >= n)
    return;
  sigset_t saved;
  block_asynchronous_signals (&saved);
  int error = 0;
  for (; i < n && error == 0; i++)
    {
      error = hire_one (&places[i]);
      if (error == 0)
        atomic_store_explicit (&workers, i + 1, memory_order_relaxed);
    }
  pthread_sigmask (SIG_SETMASK, &saved, NULL);
  if (error != 0)
    {
      most_workers = atomic_load_explicit (&workers, memory_order_relaxed);
      comba_warn ("cannot create a thread (%s); going on with %d", strerror (error),
                  1 + most_workers);
    }
}

/* Whether the first N workers are awake.  If calls that find them asleep come one
   upon the other, they are woken for the next. */
static int
are_awake (int n)
{
  int asleep = 0;
  for (int i = 0; i < n; i++)
    asleep += state_of (&places[i]) == ASLEEP;
  if (asleep == 0)
    return 1;
  int64_t time = now ();
  if (time - refused < WAIT)
    for (int i = 0; i < n; i++)
      if (state_of (&places[i]) == ASLEEP)
        call (&places[i], IDLE);
  refused = time;
  return 0;
}

static struct comba_team team;

static void
run (const struct comba_team *t, comba_share_fn *f, void *arg)
{
  int n = t->threads - 1;
  for (int i = 0; i < n; i++)
    {
      struct place *p = &places[i];
      p->f = f;
      p->arg = arg;
      p->share = i + 1;
      call (p, READY);
    }
  f (arg, 0);

  int not_begun = 0;
  for (int i = 0; i < n; i++)
    not_begun += state_of (&places[i]) == READY;
  if (not_begun > 0)
    sched_yield ();
  not_begun = 0;
  for (int i = 0; i < n; i++)
    if (move (&places[i], READY, RUNNING))
      {
        f (arg, i + 1);
        atomic_store_explicit (&places[i].state, IDLE, memory_order_relaxed);
        not_begun++;
      }

  if (not_begun > 0)
    {
      next_rest = 2 * next_rest + 1 < REST_MAX ? 2 * next_rest + 1 : REST_MAX;
      rest = next_rest;
    }
  else
    next_rest /= 2;

  for (int i = 0, turns = 0; i < n; i++)
    while (state_of (&places[i]) == RUNNING)
      if (++turns < 2000)
        relax ();
      else
        sched_yield ();
}

const struct comba_team *
comba_team_take (int threads, int wake)
{
  int allowed = comba_threads_allowed ();
  if (threads > allowed)
    threads = allowed;
  if (threads < 2 || atomic_load_explicit (&taken, memory_order_relaxed)
      || atomic_exchange_explicit (&taken, 1, memory_order_acquire))
    return NULL;

  int saved = errno;
  if (rest > 0)
    rest--;
  else if (!comba_in_foreign_region ())
    {
      hire (threads - 1);
      int n = atomic_load_explicit (&workers, memory_order_relaxed);
      if (n > threads - 1)
        n = threads - 1;
      if (n > 0 && (wake || are_awake (n)))
        {
          team = (struct comba_team) { .threads = n + 1, .run = run };
          errno = saved;
          return &team;
        }
    }
  comba_team_give ();
  errno = saved;
  return NULL;
}

void
comba_team_give (void)
{
  atomic_store_explicit (&taken, 0, memory_order_release);
}

int
comba_team_workers (void)
{
  return atomic_load_explicit (&workers, memory_order_relaxed);
}

void
comba_run_alone (const struct comba_team *t, comba_share_fn *f, void *arg)
{
  for (int i = 0; i < t->threads; i++)
    f (arg, i);
}

/* The library may be unloaded: no thread may stay in it. */
static void __attribute__ ((destructor))
dismiss (void)
{
  if (atomic_exchange_explicit (&taken, 1, memory_order_acquire))
    return;
  int n = atomic_load_explicit (&workers, memory_order_relaxed);
  atomic_store (&workers, 0);
  for (int i = 0; i < n; i++)
    call (&places[i], LEAVING);
  for (int i = 0; i < n; i++)
    {
      pthread_join (places[i].thread, NULL);
      pthread_cond_destroy (&places[i].awake);
    }
}
