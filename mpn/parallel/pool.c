/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The contract is in pool.h.

   Each worker has a place.  The caller counts it up to give it a share; whoever counts
   up what is claimed has that share: the worker, or the caller, which after its own
   share does those that no worker has begun.  So nothing depends on a worker that does
   not come, and the caller may miss that one is about to fall asleep.

   Who writes what, on cache lines of their own: a share costs one line on its way to
   the worker, two with what it is told, and one back, and the caller waits for neither before it begins its own. */

#include "parallel/pool.h"
#include "parallel/areas.h"
#include "parallel/regions.h"
#include "parallel/relax.h"
#include "parallel/contending.h"
#include "parallel/threads.h"
#include "diag/diag.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct place
{
  /* Written by the caller: the number of shares given so far, and the last of them.
     No function: the process ends. */
  _Alignas (128) _Atomic unsigned given;
  unsigned first;                       /* of the stages that the share has */
  comba_job_fn *_Atomic f;
  void *_Atomic arg;
  char told[COMBA_POST_BYTES];          /* read by whoever has claimed the share */

  /* Written by the worker, but for shares that the caller does, and for old numbers of stages. */
  _Alignas (128) _Atomic unsigned claimed;
  _Alignas (128) _Atomic unsigned done;
  _Atomic unsigned stage;                /* as the caller's */

  /* Whoever sets asleep back to 0 owes the worker a call, or is the worker.  No lock: a
     process forked without our knowledge would inherit it locked. */
  _Alignas (128) _Atomic int asleep;
  _Atomic int cpu;                      /* where the worker last waited */
  sem_t calls;
  _Atomic int moved;                    /* sent to another CPU; the worker takes it back */
  cpu_set_t cpus;                       /* where it may be then */
  int share;
  pthread_t thread;
};

static struct place places[COMBA_THREADS_MAX];

/* How far the caller is with the stages of a call, counted on from one call to the next; and how many workers these are for. */
static _Alignas (128) _Atomic unsigned callers_stage;
static _Alignas (128) _Atomic int stage_workers;

static _Alignas (128) _Atomic int taken;

/* Whether this thread has the team, or is one of its workers: it is not another one that seeks it. */
static _Thread_local int in_team __attribute__ ((tls_model ("initial-exec")));

/* What follows belongs to whoever has taken the team. */
static _Atomic int workers;             /* how many exist */
static pid_t hirer = -1;                /* the process whose they are */
static int most_workers = COMBA_THREADS_MAX - 1;
static int64_t resting_until;           /* the CPUs were not free; 0: no rest */
static int64_t last_rest;               /* how long it is, or was, less by half for each run that went well */
static int64_t refused;                 /* when a call last found workers asleep */
static int64_t roused;                  /* when one last woke some */
/* What GIVEN says of each place, whose line is its worker's most of the time. */
static _Alignas (128) unsigned numbers[COMBA_THREADS_MAX];
/* Enough for sizes at which it counts how long lines take from one CPU to another, some 500 limbs: the heap's are now here, now
   there. */
static _Alignas (COMBA_AREA_BYTES) mp_limb_t memory[1 << 14];

/* How long a worker waits for the next share before it sleeps, and when it begins to
   let others have its CPU meanwhile; a wait that then takes so long says that
   somebody wants it. */
enum { WAIT = 200000, POLITE = 20000, CROWDED = 50000 };        /* nanoseconds */

/* One that was called waits so long for its first share: the caller calls the others, too, and then does without them what they
   were missed for.  Where that took nearly WAIT some of many slept again each time, and the call never had its team. */
enum { WAIT_CALLED = 5 * WAIT };

/* How long calls do without a team whose workers did not come, in nanoseconds.  Not a number of calls: a power can take as long
   as a thousand products. */
enum { REST_LEAST = 50000, REST_MOST = 50000000 };

static int64_t
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * (int64_t) 1000000000 + t.tv_nsec;
}

static unsigned
given (struct place *p)
{
  return atomic_load_explicit (&p->given, memory_order_acquire);
}

static int
is_asleep (struct place *p)
{
  return atomic_load_explicit (&p->asleep, memory_order_relaxed);
}

/* Whether share number N of those given to a place is the caller of this one's: nobody had begun it. */
static int
claims (struct place *p, unsigned n)
{
  unsigned before = n - 1;
  return atomic_compare_exchange_strong_explicit (&p->claimed, &before, n, memory_order_acq_rel,
                                                  memory_order_relaxed);
}

static void
set_done (struct place *p, unsigned n)
{
  atomic_store_explicit (&p->done, n, memory_order_release);
}

/* Does share number N, if nobody has begun it. */
static int
claim (struct place *p, unsigned n)
{
  comba_job_fn *f = atomic_load_explicit (&p->f, memory_order_relaxed);
  void *arg = atomic_load_explicit (&p->arg, memory_order_relaxed);
  if (!claims (p, n))
    return 0;
  f (arg, p->share);
  set_done (p, n);
  return 1;
}

/* A caller that looked whether the share was begun has the line: asked for in time, it does not
   hold up the next. */
static void
fetch_claimed (struct place *p)
{
  __builtin_prefetch (&p->claimed, 1);
}

/* The worker is somewhere, and may be anywhere again. */
static void
settle (struct place *p)
{
  int here = sched_getcpu ();
  if (atomic_load_explicit (&p->cpu, memory_order_relaxed) != here)
    atomic_store_explicit (&p->cpu, here, memory_order_relaxed);
  if (atomic_load_explicit (&p->moved, memory_order_acquire))
    {
      pthread_setaffinity_np (pthread_self (), sizeof p->cpus, &p->cpus);
      atomic_store_explicit (&p->moved, 0, memory_order_release);
    }
}

/* Returns 1 when more than N shares have been given, or 0 after a while, so many nanoseconds at most. */
static int
wait_awake (struct place *p, unsigned n, int64_t patience)
{
  int64_t begin = now (), time = begin;
  while (time - begin < patience)
    {
      settle (p);
      for (int i = 0; i < 50; i++)
        {
          if (given (p) != n)
            return 1;
          comba_relax ();
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
sleep_until_called (struct place *p, unsigned n)
{
  atomic_exchange (&p->asleep, 1);
  if (given (p) != n && atomic_exchange (&p->asleep, 0))
    return;
  while (sem_wait (&p->calls) != 0 && errno == EINTR)
    ;
}

static void *
work (void *arg)
{
  struct place *p = arg;
  in_team = 1;
  int64_t patience = WAIT;
  for (unsigned n = 0; ; )
    if (given (p) == n)
      {
        if (!wait_awake (p, n, patience))
          {
            sleep_until_called (p, n);
            patience = WAIT_CALLED;
          }
      }
    else
      {
        n = given (p);
        patience = WAIT;
        if (atomic_load_explicit (&p->f, memory_order_relaxed) == NULL)
          return NULL;
        claim (p, n);
        fetch_claimed (p);
      }
}

/* Linux may well leave a thread that is new, or woken, on the CPU of the one that made or wakes it, until
   that one rests, though another is idle.  So the worker is sent away from here, and
   returns to all its CPUs as soon as it waits.  Not one of the parent's. */
static void
send_elsewhere (struct place *p)
{
  int here = sched_getcpu ();
  if (getpid () != hirer || here < 0 || here >= CPU_SETSIZE
      || atomic_load_explicit (&p->moved, memory_order_acquire)
      || pthread_getaffinity_np (p->thread, sizeof p->cpus, &p->cpus) != 0)
    return;
  cpu_set_t others = p->cpus;
  CPU_CLR (here, &others);
  if (CPU_COUNT (&others) > 0 && pthread_setaffinity_np (p->thread, sizeof others, &others) == 0)
    atomic_store_explicit (&p->moved, 1, memory_order_release);
}

/* Returns whether the worker was asleep.  What was written before, one that falls asleep
   later sees. */
static int
call (struct place *p)
{
  if (!atomic_exchange (&p->asleep, 0))
    return 0;
  send_elsewhere (p);
  sem_post (&p->calls);
  return 1;
}

/* The same, quickly: one that is about to fall asleep may be missed. */
static int
wake (struct place *p)
{
  return is_asleep (p) && call (p);
}

/* Gives the next share.  Returns whether the worker was asleep. */
static int
give (struct place *p, comba_job_fn *f, void *arg)
{
  atomic_store_explicit (&p->f, f, memory_order_relaxed);
  atomic_store_explicit (&p->arg, arg, memory_order_relaxed);
  atomic_store_explicit (&p->given, ++numbers[p - places], memory_order_release);
  return wake (p);
}

void
comba_pool_forget (void)
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
  p->share = (int) (p - places) + 1;
  p->cpu = sched_getcpu ();             /* as far as is known */
  sem_init (&p->calls, 0, 0);
  pthread_attr_t attributes;
  int error = pthread_attr_init (&attributes);
  if (error == 0)
    {
      error = pthread_attr_setstacksize (&attributes, COMBA_JOB_STACK + PTHREAD_STACK_MIN);
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
  if (i > 0 && getpid () != hirer)
    return;                     /* those are the parent's */
  sigset_t saved;
  block_asynchronous_signals (&saved);
  hirer = getpid ();
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
      comba_warn ("cannot create a thread (%s); going on with %d", comba_error_text (error),
                  1 + most_workers);
    }
}

/* Whether the first N workers are awake, or are to be woken.  Of calls that find them asleep and come one
   upon the other, which those that last longer than WAIT do at longer intervals, the next has them. */
static int
are_awake (int n, enum comba_wake wake_them)
{
  int asleep = 0;
  for (int i = 0; i < n; i++)
    asleep += is_asleep (&places[i]);
  if (asleep == 0)
    return 1;
  const int64_t time = now (), since = time - refused;
  refused = time;
  if (wake_them == COMBA_WAKE_AFTER && since < 2 * WAIT)
    return 1;
  if (since < WAIT)
    {
      for (int i = 0; i < n; i++)
        wake (&places[i]);
      roused = time;
    }
  return 0;
}

/* The number of the share that a place has. */
static unsigned
number_of (struct place *p)
{
  return numbers[p - places];
}

static int
is_done (struct place *p)
{
  return atomic_load_explicit (&p->done, memory_order_acquire) == number_of (p);
}

static int
is_begun (struct place *p)
{
  return is_done (p) || atomic_load_explicit (&p->claimed, memory_order_relaxed) == number_of (p);
}

/* How often to look whether a share is done before looking whether it is begun, which takes the
   line away from its worker. */
enum { PATIENCE = 10 };

/* A worker on the caller's CPU comes when that gives way, and then waits for its next share on it: 20 microseconds, in which
   the caller waits, too. */
static void
send_away_from_here (int n)
{
  const int here = sched_getcpu ();
  for (int i = 0; i < n; i++)
    if (!is_begun (&places[i]) && atomic_load_explicit (&places[i].cpu, memory_order_relaxed) == here)
      send_elsewhere (&places[i]);
}

static void
give_way (int n)
{
  send_away_from_here (n);
  sched_yield ();
}

/* Whether the shares of the first N places are begun, in the end; gives way to those that are not. */
static int
are_begun (int n)
{
  int all_begun = 1;
  for (int i = 0; i < n; i++)
    {
      for (int turns = 0; turns < PATIENCE && !is_done (&places[i]); turns++)
        comba_relax ();
      all_begun &= is_begun (&places[i]);
    }
  if (!all_begun)
    give_way (n);
  return all_begun;
}

/* Does what no worker has begun; returns the number of shares. */
static int
do_others (int n)
{
  int done = 0;
  if (!are_begun (n))
    for (int i = 0; i < n; i++)
      if (!is_begun (&places[i]))
        done += claim (&places[i], number_of (&places[i]));
  return done;
}

/* One turn of a wait for a thread that may have no CPU. */
static void
wait_once (int turn)
{
  if (turn < 2000)
    comba_relax ();
  else
    sched_yield ();
}

static struct comba_pool pool;

/* Workers that have been awake for a while, and yet did not come, had no CPU.  A team that is kept, for a power, fails at one
   product after the other then: those that follow within the rest are the same failure. */
static void
rest_if_awake (void)
{
  const int64_t time = now ();
  if (time - roused <= WAIT)
    return;
  if (time > resting_until)
    last_rest = last_rest < REST_LEAST ? REST_LEAST : last_rest < REST_MOST / 2 ? 2 * last_rest : REST_MOST;
  const int64_t until = time + (last_rest < REST_LEAST ? REST_LEAST : last_rest);
  resting_until = until > resting_until ? until : resting_until;
}

/* Whether calls do without the team now. */
static int
is_resting (void)
{
  if (resting_until != 0 && now () >= resting_until)
    resting_until = 0;
  return resting_until != 0;
}

void
comba_pool_end_back_off (void)
{
  if (!atomic_exchange_explicit (&taken, 1, memory_order_acquire))
    {
      resting_until = last_rest = 0;
      comba_pool_give ();
    }
  comba_forget_contending ();
}

/* After the caller's own share: WOKEN of N workers were asleep, and OTHERS of their shares the caller
   has done. */
static void
finish (int n, int woken, int others)
{
  if (woken)
    roused = now ();
  if (others + do_others (n) == 0)
    last_rest /= 2;
  else
    rest_if_awake ();

  for (int i = 0, turn = 0; i < n; i++)
    for (; !is_done (&places[i]); turn++)
      wait_once (turn);
}

static void
tell (const struct comba_pool *t, comba_job_fn *f, void *arg, size_t size)
{
  int n = t->threads - 1, woken = 0;
  for (int i = 0; i < n; i++)
    woken |= give (&places[i], f, size > 0 ? memcpy (places[i].told, arg, size) : arg);
  f (arg, 0);
  finish (n, woken, 0);
}

/* Numbers wrap; the two are never far apart. */
static int
is_reached (_Atomic unsigned *stage, unsigned number)
{
  return (int) (atomic_load_explicit (stage, memory_order_acquire) - number) >= 0;
}

/* Whether the first N workers but those of EXCEPT, a set of places, have reached a stage. */
static int
have_reached (int n, uint64_t except, unsigned number)
{
  for (int i = 0; i < n; i++)
    if ((except >> i & 1) == 0 && !is_reached (&places[i].stage, number))
      return 0;
  return 1;
}

/* Stage i of a call is number FIRST + i + 1. */
static void
do_stage (struct place *p, const struct comba_stage *stages, int i)
{
  stages[i].f (p->told, p->share);
  atomic_store_explicit (&p->stage, p->first + i + 1, memory_order_release);
}

/* The caller may have jumped out of a signal's handler, and never come: so workers sleep in the end. */
enum { HOPEFUL = 20000 };

static void
wait_for_others (struct place *p, unsigned number)
{
  const uint64_t myself = (uint64_t) 1 << (p->share - 1);
  const int n = atomic_load_explicit (&stage_workers, memory_order_relaxed);
  for (int turn = 0; !is_reached (&callers_stage, number) || !have_reached (n, myself, number);
       turn++)
    if (turn < HOPEFUL)
      wait_once (turn);
    else
      nanosleep (&(struct timespec) { .tv_nsec = 1000000 }, NULL);
}

/* All stages of a worker. */
static void
share_of_stages (void *arg, int share)
{
  const struct comba_stage *stages = arg;
  struct place *p = &places[share - 1];
  for (int i = 0; stages[i].f != NULL; i++)
    {
      if (stages[i].after > 0)
        wait_for_others (p, p->first + stages[i].after);
      do_stage (p, stages, i);
    }
}

/* Looks at claims of those alone that have done nothing yet. */
static int
have_begun (int n, unsigned first)
{
  for (int i = 0; i < n; i++)
    if (!is_reached (&places[i].stage, first + 1) && !is_begun (&places[i]))
      return 0;
  return 1;
}

/* The places of the first N whose shares nobody had begun: they are the caller's now. */
static uint64_t
claim_all (int n)
{
  uint64_t set = 0;
  for (int i = 0; i < n; i++)
    if (!is_begun (&places[i]) && claims (&places[i], number_of (&places[i])))
      set |= (uint64_t) 1 << i;
  return set;
}

static void
do_stage_of_all (int n, uint64_t set, const struct comba_stage *stages, int i)
{
  for (int j = 0; j < n; j++)
    if (set >> j & 1)
      do_stage (&places[j], stages, i);
}

/* Returns when all workers have done what stage i comes after, and the set of places whose shares the caller does: MINE, or,
   where it waits for the first time, of those that have not begun. */
static uint64_t
reach_stage (int n, uint64_t mine, unsigned first, const struct comba_stage *stages, int i)
{
  const unsigned number = first + stages[i].after;
  for (int turn = 0; turn < PATIENCE; turn++)
    if (have_reached (n, mine, number))
      return mine;
    else
      comba_relax ();
  if (!have_begun (n, first))
    {
      give_way (n);
      mine = claim_all (n);
      for (int j = 0; j < i; j++)       /* which wait for nobody */
        do_stage_of_all (n, mine, stages, j);
    }
  for (int turn = 0; !have_reached (n, mine, number); turn++)
    wait_once (turn);
  return mine;
}

/* A place that has had no stages for so many numbers would seem to be ahead: all are brought up to date before. */
enum { LONG_AGO = 1 << 30 };

static void
take_stages (const struct comba_pool *t, const struct comba_stage *stages, void *arg, size_t size)
{
  static unsigned first;
  const int n = t->threads - 1;
  int woken = 0;
  if (atomic_load_explicit (&stage_workers, memory_order_relaxed) != n)
    atomic_store_explicit (&stage_workers, n, memory_order_relaxed);
  for (int i = 0; first % LONG_AGO == 0 && i < COMBA_THREADS_MAX; i++)
    atomic_store_explicit (&places[i].stage, first, memory_order_relaxed);
  for (int i = 0; i < n; i++)
    {
      places[i].first = first;
      memcpy (places[i].told, arg, size);
      woken |= give (&places[i], share_of_stages, (void *) stages);
    }

  uint64_t mine = 0;
  for (int i = 0; stages[i].f != NULL; i++)
    {
      if (stages[i].after > 0)
        mine = reach_stage (n, mine, first, stages, i);
      stages[i].f (arg, 0);
      atomic_store_explicit (&callers_stage, first + i + 1, memory_order_release);
      do_stage_of_all (n, mine, stages, i);
    }
  for (int i = 0; i < n; i++)
    if (mine >> i & 1)
      set_done (&places[i], number_of (&places[i]));
  finish (n, woken, mine != 0);
  first += COMBA_STAGES_MAX + 1;
}

static void
run (const struct comba_pool *t, comba_job_fn *f, void *arg)
{
  tell (t, f, arg, 0);
}

static int
share_is_done (const struct comba_pool *t, int share)
{
  (void) t;
  return is_done (&places[share - 1]);
}

const struct comba_pool *
comba_pool_take (int threads, enum comba_wake wake)
{
  const int allowed = comba_threads_allowed (), left = allowed > 1 ? comba_cpus_left () : 1;
  if (threads > allowed)
    threads = allowed;
  if (threads > left)
    threads = left;
  if (threads < 2)
    return NULL;
  if (atomic_load_explicit (&taken, memory_order_relaxed) || atomic_exchange_explicit (&taken, 1, memory_order_acquire))
    {
      if (!in_team)
        comba_count_contending ();
      return NULL;
    }

  int saved = errno;
  if (!is_resting () && !comba_in_foreign_region ())
    {
      hire (threads - 1);
      int n = atomic_load_explicit (&workers, memory_order_relaxed);
      if (n > threads - 1)
        n = threads - 1;
      if (n > 0 && (wake == COMBA_WAKE_NOW || are_awake (n, wake)))
        {
          pool = (struct comba_pool) {
            .threads = n + 1, .run = run, .tell = tell, .stages = take_stages,
            .is_done = share_is_done, .memory = memory,
            .memory_limbs = sizeof memory / sizeof memory[0],
          };
          errno = saved;
          in_team = 1;
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
  in_team = 0;
  atomic_store_explicit (&taken, 0, memory_order_release);
}

int
comba_pool_workers (void)
{
  return atomic_load_explicit (&workers, memory_order_relaxed);
}

void
comba_run_alone (const struct comba_pool *t, comba_job_fn *f, void *arg)
{
  for (int i = 0; i < t->threads; i++)
    f (arg, i);
}

/* The library may be unloaded: no thread may stay in it. */
static void __attribute__ ((destructor))
dismiss (void)
{
  if (hirer < 0 || getpid () != hirer || atomic_exchange_explicit (&taken, 1, memory_order_acquire))
    return;
  int n = atomic_load_explicit (&workers, memory_order_relaxed);
  atomic_store (&workers, 0);
  for (int i = 0; i < n; i++)
    give (&places[i], NULL, NULL);
  for (int i = 0; i < n; i++)
    {
      call (&places[i]);
      pthread_join (places[i].thread, NULL);
      sem_destroy (&places[i].calls);
    }
}
