/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The engine of POSIX threads.  Workers are created when a call first profits from them, poll their
   mailboxes for a while after each job, and then sleep. */

#include "parallel/engine.h"
#include "parallel/mailbox.h"
#include "parallel/policy.h"
#include "parallel/relax.h"
#include "dispatch/messages.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

struct worker
{
  /* Whoever changes ASLEEP from 1 to 0 must post CALLS, unless it is the worker itself.  There is
     no lock: a child process could inherit it locked. */
  _Alignas (128) _Atomic int asleep;
  _Atomic int cpu;                      /* the CPU on which the worker last waited */
  _Atomic int moved;                    /* moved away from a CPU; the worker restores its mask */
  sem_t calls;
  cpu_set_t cpus, others;               /* the mask to restore, and the one without that CPU */
  int from;                             /* that CPU, on which the thread CALLER ran */
  pid_t caller;
  pthread_t thread;
};

/* Worker i + 1 is workers[i], and has mailbox i. */
static struct worker workers[COMBA_THREADS_MAX];

static void COMBA_AT_LOAD __attribute__ ((constructor))
tell_workers_are_atomic (void)
{
  for (struct worker *w = workers; w < workers + COMBA_THREADS_MAX; w++)
    comba_tell_atomic (&w->asleep, offsetof (struct worker, calls));
}

static _Atomic int made;                /* number of existing workers */
COMBA_TELL_ATOMIC (made)
static pid_t maker = -1;                /* the process that owns the workers */
static int most = COMBA_THREADS_MAX - 1;

static int
is_asleep (struct worker *w)
{
  return atomic_load_explicit (&w->asleep, memory_order_relaxed);
}

static unsigned
posted (const struct worker *w)
{
  return comba_mailbox_posted (&comba_mailboxes[w - workers]);
}

/* Returns whether somebody has changed masks since send_elsewhere: taskset takes CPUs away from all
   threads of a process.  On two CPUs the worker may already have had the new mask. */
static int
has_lost_cpus (const struct worker *w)
{
  cpu_set_t mask;
  return (sched_getaffinity (0, sizeof mask, &mask) == 0 && !CPU_EQUAL (&mask, &w->others))
         || (sched_getaffinity (w->caller, sizeof mask, &mask) == 0 && !CPU_ISSET (w->from, &mask));
}

/* Records the worker's CPU and restores its affinity mask. */
static void
settle (struct worker *w)
{
  int here = sched_getcpu ();
  if (atomic_load_explicit (&w->cpu, memory_order_relaxed) != here)
    atomic_store_explicit (&w->cpu, here, memory_order_relaxed);
  if (atomic_load_explicit (&w->moved, memory_order_acquire))
    {
      comba_tell_acquired (&w->moved);
      if (!has_lost_cpus (w))
        pthread_setaffinity_np (pthread_self (), sizeof w->cpus, &w->cpus);
      comba_tell_released (&w->moved);
      atomic_store_explicit (&w->moved, 0, memory_order_release);
    }
}

/* Returns 1 when more than N jobs have been posted, or 0 after at most PATIENCE nanoseconds. */
static int
wait_awake (struct worker *w, unsigned n, int64_t patience)
{
  int64_t begin = comba_nanoseconds (), time = begin;
  while (time - begin < patience)
    {
      settle (w);
      for (int i = 0; i < COMBA_POLLS_PER_CLOCK; i++)
        {
          if (posted (w) != n)
            return 1;
          comba_relax ();
        }
      int64_t before = time;
      if (time - begin > COMBA_YIELD_AFTER)
        sched_yield ();
      time = comba_nanoseconds ();
      if (time - before > COMBA_YIELD_LONG)
        break;
    }
  return 0;
}

static void
sleep_until_called (struct worker *w, unsigned n)
{
  atomic_exchange (&w->asleep, 1);
  if (posted (w) != n && atomic_exchange (&w->asleep, 0))
    return;
  while (sem_wait (&w->calls) != 0 && errno == EINTR)
    ;
}

static void *
work (void *arg)
{
  struct worker *w = arg;
  const int i = (int) (w - workers);
  struct comba_mailbox *m = &comba_mailboxes[i];
  comba_in_pool = 1;
  int64_t patience = COMBA_WORKERS_WAIT;
  for (unsigned n = 0; ; )
    if (posted (w) == n)
      {
        if (!wait_awake (w, n, patience))
          {
            sleep_until_called (w, n);
            patience = COMBA_WOKEN_WAIT;
          }
      }
    else
      {
        n = posted (w);
        patience = COMBA_WORKERS_WAIT;
        if (atomic_load_explicit (&m->f, memory_order_relaxed) == NULL)
          return NULL;
        comba_mailbox_do (i, n);
        comba_mailbox_fetch_claimed (m);
      }
}

/* Linux may leave a new or woken thread on the CPU of the thread that created or woke it until that
   one yields, although another CPU is idle.  So this removes the caller's CPU from the worker's
   mask; the worker restores the mask when it next waits.  Does nothing in a forked child, whose
   parent owns the workers. */
static void
send_elsewhere (struct worker *w)
{
  int here = sched_getcpu ();
  if (getpid () != maker || here < 0 || here >= CPU_SETSIZE
      || atomic_load_explicit (&w->moved, memory_order_acquire))
    return;
  comba_tell_acquired (&w->moved);
  if (pthread_getaffinity_np (w->thread, sizeof w->cpus, &w->cpus) != 0)
    return;
  w->from = here;
  w->caller = (pid_t) syscall (SYS_gettid);
  w->others = w->cpus;
  CPU_CLR (here, &w->others);
  if (CPU_COUNT (&w->others) > 0 && pthread_setaffinity_np (w->thread, sizeof w->others, &w->others) == 0)
    {
      comba_tell_released (&w->moved);
      atomic_store_explicit (&w->moved, 1, memory_order_release);
    }
}

/* Returns whether the worker was asleep.  A worker that falls asleep later sees everything written
   before this call. */
static int
call (struct worker *w)
{
  if (!atomic_exchange (&w->asleep, 0))
    return 0;
  send_elsewhere (w);
  sem_post (&w->calls);
  return 1;
}

/* A fast check: it may miss a worker that is just falling asleep. */
static int
wake (int i)
{
  struct worker *w = &workers[i - 1];
  return is_asleep (w) && call (w);
}

/* A worker on the caller's CPU runs only when the caller yields, and then polls on that CPU for its
   next job: 20 microseconds in which the caller waits, too. */
static void
unblock (int i)
{
  struct worker *w = &workers[i - 1];
  if (atomic_load_explicit (&w->cpu, memory_order_relaxed) == sched_getcpu ())
    send_elsewhere (w);
}

/* Such signals are meant for the program's own threads. */
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
make_one (struct worker *w)
{
  w->cpu = sched_getcpu ();             /* the best guess so far */
  sem_init (&w->calls, 0, 0);
  pthread_attr_t attributes;
  int error = pthread_attr_init (&attributes);
  if (error == 0)
    {
      error = pthread_attr_setstacksize (&attributes, COMBA_JOB_STACK + sysconf (_SC_THREAD_STACK_MIN));
      if (error == 0)
        error = pthread_create (&w->thread, &attributes, work, w);
      pthread_attr_destroy (&attributes);
    }
  return error;
}

static void
make_workers (int n)
{
  int i = atomic_load_explicit (&made, memory_order_relaxed);
  if (i >= n || (i > 0 && getpid () != maker))  /* the parent owns them */
    return;
  sigset_t saved;
  block_asynchronous_signals (&saved);
  maker = getpid ();
  int error = 0;
  for (; i < n && error == 0; i++)
    {
      error = make_one (&workers[i]);
      if (error == 0)
        atomic_store_explicit (&made, i + 1, memory_order_relaxed);
    }
  pthread_sigmask (SIG_SETMASK, &saved, NULL);
  if (error != 0)
    {
      most = atomic_load_explicit (&made, memory_order_relaxed);
      comba_warn ("cannot create a thread: %s; using %d", comba_error_text (error), 1 + most);
    }
}

static int
count_workers (void)
{
  return atomic_load_explicit (&made, memory_order_relaxed);
}

static int
start (int n)
{
  make_workers (n < most ? n : most);
  const int there = count_workers ();
  return there < n ? there : n;
}

static int
count_asleep (int n)
{
  int asleep = 0;
  for (int i = 0; i < n; i++)
    asleep += is_asleep (&workers[i]);
  return asleep;
}

static void
forget (void)
{
  atomic_store (&made, 0);
}

static void
stop (void)
{
  if (maker < 0 || getpid () != maker)
    return;
  const int n = count_workers ();
  forget ();
  for (int i = 0; i < n; i++)
    comba_mailbox_post (i, NULL, NULL);
  for (int i = 0; i < n; i++)
    {
      call (&workers[i]);
      pthread_join (workers[i].thread, NULL);
      sem_destroy (&workers[i].calls);
    }
}

const struct comba_engine comba_posix_engine = {
  .interface = COMBA_ENGINE_INTERFACE, .name = "posix", .start = start, .count_asleep = count_asleep, .wake = wake,
  .unblock = unblock, .workers = count_workers, .forget = forget, .stop = stop,
};
