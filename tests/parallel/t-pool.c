/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The pool: each job once, one call at a time, no thread before it is needed. */

#include "pool_tests.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>

static void
test_none (void)
{
  CHECK_THAT (comba_threads_allowed () == 1, "one thread at first");
  CHECK_THAT (comba_pool_take (8, COMBA_WAKE_NOW) == NULL, "one thread allowed: no pool");
  allow_threads (2);
  CHECK_THAT (comba_pool_take (1, COMBA_WAKE_NOW) == NULL, "one thread wanted: no pool");
  CHECK_THAT (comba_pool_workers () == 0 && new_threads () == 0, "no thread so far");
}

static void
test_runs (int threads)
{
  allow_threads (threads);
  check_begin ("%d threads: each share once", threads);
  for (int i = 0; i < 300; i++)
    {
      const struct comba_pool *pool = take_patiently (threads);
      if (pool == NULL || pool->threads != threads)
        check_fail ("no pool");
      else
        for (int j = 0; j < 20; j++)
          if (!runs_once (pool))
            check_fail ("run %d of call %d", j, i);
      if (pool != NULL)
        comba_pool_give ();
    }
  check_end ();
  CHECK_THAT (comba_pool_workers () <= COMBA_THREADS_MAX - 1
              && new_threads () == comba_pool_workers (), "%d threads: counted", threads);
}

/* Posting: workers have a copy of the caller's words. */
struct words
{
  uint64_t posted[COMBA_POST_BYTES / sizeof (uint64_t)];
  const struct comba_pool *pool;
  int number;
  _Atomic int right, copies, seen;
};
static struct words words;

static void
read_words (void *arg, int share)
{
  struct words *w = arg;
  int right = 1;
  for (size_t i = 0; i < sizeof w->posted / sizeof w->posted[0]; i++)
    right &= w->posted[i] == 1000003 * (uint64_t) words.number + i;
  words.right += right;
  words.copies += w != &words;
  for (int i = 0; share == 0 && i < 100 && !words.seen; i++)
    {
      words.seen = comba_pool_is_done (words.pool, 1);
      nanosleep (&(struct timespec) { .tv_nsec = 10000 }, NULL);
    }
}

static void
test_post (void)
{
  int wrong = 0, seen = 0, copied = 0;
  check_begin ("posted words reach each job");
  for (int i = 0; i < 300; i++)
    {
      words = (struct words) { .pool = take_patiently (3), .number = i };
      if (words.pool == NULL)
        continue;
      for (size_t j = 0; j < sizeof words.posted / sizeof words.posted[0]; j++)
        words.posted[j] = 1000003 * (uint64_t) i + j;
      comba_pool_post (words.pool, read_words, &words, sizeof words.posted);
      wrong += words.right != 3;
      copied += words.copies == 2;
      seen += words.seen;
      comba_pool_give ();
    }
  if (wrong > 0 || copied == 0)
    check_fail ("%d runs wrong, %d with copies", wrong, copied);
  check_end ();
  CHECK_THAT (seen > 0, "the caller sees that a share is done");
}

/* Stages: each job records its progress, and checks the progress of the others when a stage
   begins. */
#define EACH_STAGE(X) X (0, 0) X (1, 0) X (2, 1) X (3, 3) X (4, 2)      /* waits for so many */
enum { STAGES = 5, SHARES_MAX = 6 };

struct walk
{
  uint64_t posted[COMBA_POST_BYTES / sizeof (uint64_t)];
  pthread_t caller;
};
static struct walk walk;
static int walks;
static _Atomic int walked[SHARES_MAX], walk_wrong, walk_by_worker;

static void
walk_on (void *arg, int share, int stage, int after)
{
  const struct walk *w = arg;
  for (size_t i = 0; i < sizeof w->posted / sizeof w->posted[0]; i++)
    walk_wrong += w->posted[i] != 1000033 * (uint64_t) walks + i;
  walk_wrong += walked[share] != stage;
  for (int i = 0; i < SHARES_MAX; i++)
    walk_wrong += walked[i] < after;
  walk_by_worker += share > 0 && !pthread_equal (pthread_self (), walk.caller);
  if ((walks + 3 * share + stage) % 7 == 0)
    nanosleep (&(struct timespec) { .tv_nsec = 20000 }, NULL);
  walked[share]++;
}

#define DEFINE(i, after)                        \
  static void                                   \
  walk_##i (void *arg, int share)               \
  {                                             \
    walk_on (arg, share, i, after);             \
  }
EACH_STAGE (DEFINE)
#undef DEFINE

/* Sometimes workers are awake, sometimes some of them sleep, and the caller does their jobs. */
static void
test_stages (int threads)
{
  static const struct comba_stage stages[] = {
#define ROW(i, after) { walk_##i, after },
    EACH_STAGE (ROW) { NULL, 0 },
#undef ROW
  };
  int wrong = 0, by_worker = 0, by_caller = 0;
  allow_threads (threads);
  check_begin ("%d threads: stages", threads);
  for (walks = 0; walks < 300; walks++)
    {
      if (walks % 4 == 0)
        nanosleep (&(struct timespec) { .tv_nsec = 1000000 }, NULL);
      const struct comba_pool *pool = take_patiently (threads);
      if (pool == NULL || pool->threads != threads)
        {
          check_fail ("no pool");
          break;
        }
      walk = (struct walk) { .caller = pthread_self () };
      for (size_t i = 0; i < sizeof walk.posted / sizeof walk.posted[0]; i++)
        walk.posted[i] = 1000033 * (uint64_t) walks + i;
      walk_wrong = walk_by_worker = 0;
      for (int i = 0; i < SHARES_MAX; i++)
        walked[i] = i < threads ? 0 : STAGES;
      comba_pool_stages (pool, stages, &walk, sizeof walk.posted);
      comba_pool_give ();
      for (int i = 0; i < SHARES_MAX; i++)
        walk_wrong += walked[i] != STAGES;
      wrong += walk_wrong != 0;
      by_worker += walk_by_worker > 0;
      by_caller += walk_by_worker < (threads - 1) * STAGES;
    }
  /* OpenMP's regions wait for workers. */
  if (wrong > 0 || by_worker == 0 || (by_caller == 0 && !is_openmp ()))
    check_fail ("%d wrong, %d with workers, %d without one", wrong, by_worker, by_caller);
  check_end ();
}

static void *
take_elsewhere (void *unused)
{
  (void) unused;
  return (void *) comba_pool_take (2, COMBA_WAKE_NOW);
}

static void
take_inside (void *arg, int share)
{
  ((int *) arg)[share] = comba_pool_take (2, COMBA_WAKE_NOW) == NULL;
}

static void
test_one_at_a_time (void)
{
  allow_threads (2);
  const struct comba_pool *pool = take_patiently (2);
  CHECK_THAT (pool != NULL, "taken");
  if (pool == NULL)
    return;
  void *other = (void *) pool;
  pthread_t thread;
  if (pthread_create (&thread, NULL, take_elsewhere, NULL) == 0)
    pthread_join (thread, &other);
  CHECK_THAT (comba_pool_take (2, COMBA_WAKE_NOW) == NULL, "not twice by one thread");
  CHECK_THAT (other == NULL, "nor by another");
  int refused[2] = { 0, 0 };
  comba_pool_run (pool, take_inside, refused);
  CHECK_THAT (refused[0] && refused[1], "nor in a share");
  comba_pool_give ();
  pool = take_patiently (2);
  CHECK_THAT (pool != NULL, "taken again");
  if (pool != NULL)
    comba_pool_give ();
}

/* A worker on the caller's CPU comes when the caller yields, and would stay there. */
struct sharing_cpu
{
  pthread_t caller;
  _Atomic pid_t worker;
  _Atomic int at, together;     /* the caller's CPU; calls in which the worker was on it */
};

static void
look_where (void *arg, int share)
{
  struct sharing_cpu *x = arg;
  if (share == 0)
    x->at = sched_getcpu ();
  else if (!pthread_equal (pthread_self (), x->caller))
    {
      x->worker = (pid_t) syscall (SYS_gettid);
      x->together += sched_getcpu () == x->at;
    }
}

static void
run_often (struct sharing_cpu *x, int runs, int until_known)
{
  for (int i = 0; i < runs && !(until_known && x->worker != 0); i++)
    {
      const struct comba_pool *pool = take_patiently (2);
      if (pool == NULL)
        return;
      comba_pool_run (pool, look_where, x);
      comba_pool_give ();
    }
}

static void
test_same_cpu (void)
{
  enum { ROUNDS = 8, RUNS = 1000, FEW = 200 };
  static const char *const name = "a worker on the caller's CPU is sent to another";
  struct sharing_cpu x = { .caller = pthread_self () };
  cpu_set_t all, here;
  if (sched_getaffinity (0, sizeof all, &all) != 0 || CPU_COUNT (&all) < 2)
    {
      check_skip ("one CPU", "%s", name);
      return;
    }
  run_often (&x, 10000, 1);
  x.together = 0;
  for (int round = 0; round < ROUNDS; round++)
    {
      CPU_ZERO (&here);
      CPU_SET (sched_getcpu (), &here);
      if (x.worker == 0 || sched_setaffinity (0, sizeof here, &here) != 0
          || sched_setaffinity (x.worker, sizeof here, &here) != 0
          || sched_setaffinity (x.worker, sizeof all, &all) != 0 || sched_setaffinity (0, sizeof all, &all) != 0)
        {
          check_skip ("no worker that can be moved", "%s", name);
          return;
        }
      run_often (&x, RUNS, 0);
    }
  CHECK_THAT (x.together <= FEW, "%s: there in %d of %d runs", name, x.together, ROUNDS * RUNS);

  cpu_set_t now;
  CPU_ZERO (&now);
  for (int i = 0; i < 1000 && !CPU_EQUAL (&now, &all); i++)
    {
      run_often (&x, 1, 0);
      nanosleep (&(struct timespec) { .tv_nsec = 1000000 }, NULL);
      if (sched_getaffinity (x.worker, sizeof now, &now) != 0)
        break;
    }
  CHECK_THAT (CPU_EQUAL (&now, &all), "and may be anywhere again");
}

/* The second job waits until another thread does it, or the caller has to. */
struct masks
{
  pthread_t caller;
  sigset_t worker;
  _Atomic int known;
};

static void
look_at_mask (void *arg, int share)
{
  struct masks *m = arg;
  if (share == 0)
    for (int i = 0; i < 1000 && !atomic_load (&m->known); i++)
      nanosleep (&(struct timespec) { .tv_nsec = 100000 }, NULL);
  else if (!pthread_equal (pthread_self (), m->caller))
    {
      pthread_sigmask (SIG_BLOCK, NULL, &m->worker);
      atomic_store (&m->known, 1);
    }
}

static void
test_signals (void)
{
  struct masks m = { .caller = pthread_self () };
  for (int i = 0; i < 100 && !atomic_load (&m.known); i++)
    {
      const struct comba_pool *pool = take_patiently (2);
      if (pool == NULL)
        break;
      comba_pool_run (pool, look_at_mask, &m);
      comba_pool_give ();
    }
  sigset_t own;
  pthread_sigmask (SIG_BLOCK, NULL, &own);
  CHECK_THAT (atomic_load (&m.known), "a worker works");
  CHECK_THAT (sigismember (&m.worker, SIGINT) == 1 && sigismember (&m.worker, SIGALRM) == 1
              && sigismember (&m.worker, SIGUSR1) == 1, "workers block asynchronous signals");
  CHECK_THAT (sigismember (&m.worker, SIGSEGV) == 0, "but no synchronous ones");
  CHECK_THAT (sigismember (&own, SIGINT) == 0, "the caller's mask is as it was");
}

/* On a busy machine a worker may wait long for a CPU, and so fall asleep late. */
static int
wait_until_asleep (void)
{
  for (int i = 0; i < 10000 && comba_engine ()->count_asleep (1) == 0; i++)
    nanosleep (&(struct timespec) { .tv_nsec = 1000000 }, NULL);
  return comba_engine ()->count_asleep (1);
}

/* Returns whether a call gets no pool.  If it gets one, it gives it back. */
static int
is_refused (enum comba_wake wake)
{
  const struct comba_pool *pool = comba_pool_take (2, wake);
  if (pool != NULL)
    comba_pool_give ();
  return pool == NULL;
}

/* Workers sleep; calls in quick succession wake them, and soon one of these has them. */
static int
is_woken_by_calls (void)
{
  if (!wait_until_asleep () || !is_refused (COMBA_WAKE_NEXT))
    return 0;
  for (int i = 0; i < 100000; i++)
    if (!is_refused (COMBA_WAKE_NEXT))
      return 1;
  return 0;
}

/* Workers sleep; the second of two calls, somewhat later, has them and can use them.  How much
   later differs from try to try: a sleeping thread may get its CPU late, and falls asleep again
   soon. */
static int
is_woken_by_second_call (void)
{
  static int tries;
  const int64_t later = 50000 * (1 + tries++ % 128);    /* 50 us to 6.4 ms: Valgrind's threads come late */
  if (!wait_until_asleep () || !is_refused (COMBA_WAKE_AFTER))
    return 0;
  const int64_t begin = comba_nanoseconds ();
  while (comba_nanoseconds () - begin < later)
    ;
  const struct comba_pool *pool = comba_pool_take (2, COMBA_WAKE_AFTER);
  const int works = pool != NULL && runs_once (pool);
  if (pool != NULL)
    comba_pool_give ();
  return works;
}

/* Each of these may fail occasionally, on a busy machine often: a thread that loses its CPU in
   between is late. */
static int
holds_often (int (*f) (void))
{
  int times = 0;
  for (int tries = 0; tries < 1000 && times < 3; tries++)
    {
      comba_pool_end_back_off ();
      times += f ();
    }
  return times == 3;
}

static void
test_sleep (void)
{
  CHECK_THAT (wait_until_asleep (), "workers without work fall asleep");
  CHECK_THAT (holds_often (is_woken_by_calls), "sleeping workers: woken by calls that follow closely");
  CHECK_THAT (holds_often (is_woken_by_second_call), "sleeping workers: woken by a longer call that follows another");

  wait_until_asleep ();
  const struct comba_pool *pool = take_patiently (2);
  CHECK_THAT (pool != NULL && runs_once (pool), "sleeping workers: woken for a long call");
  if (pool != NULL)
    comba_pool_give ();
}

static void
test_errno (void)
{
  int cached = 1;
  for (int i = 0; i < 100; i++)
    {
      errno = 1234;
      const struct comba_pool *pool = take_patiently (2);
      if (pool != NULL)
        {
          runs_once (pool);
          comba_pool_give ();
        }
      cached &= errno == 1234;
    }
  CHECK_THAT (cached, "errno is preserved");
}

/* Threads of the program that contend for the pool. */
enum { CROWD = 64, CALLS = 200 };
static _Atomic int holders, crowding;
static _Atomic long pools, alone;

static void *
crowd (void *unused)
{
  (void) unused;
  for (int i = 0; i < CALLS; i++)
    {
      const struct comba_pool *pool = comba_pool_take (3, i % 2 ? COMBA_WAKE_NOW : COMBA_WAKE_NEXT);
      if (pool == NULL)
        {
          atomic_fetch_add (&alone, 1);
          continue;
        }
      if (atomic_fetch_add (&holders, 1) != 0 || !runs_once (pool))
        atomic_store (&crowding, 1);
      atomic_fetch_sub (&holders, 1);
      comba_pool_give ();
      atomic_fetch_add (&pools, 1);
    }
  return NULL;
}

static void
test_crowd (void)
{
  allow_threads (3);
  int before = comba_pool_workers ();
  pthread_t threads[CROWD];
  int n = 0;
  while (n < CROWD && pthread_create (&threads[n], NULL, crowd, NULL) == 0)
    n++;
  for (int i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
  CHECK_THAT (n == CROWD, "%d threads of the program", CROWD);
  CHECK_THAT (!atomic_load (&crowding), "one at a time has the pool");
  CHECK_THAT (atomic_load (&pools) + atomic_load (&alone) == (long) n * CALLS
              && atomic_load (&pools) > 0, "some calls had the pool, the others were sequential");
  CHECK_THAT (comba_pool_workers () == before, "no more workers for that");
}

int
main (void)
{
  tests_begin ();
  test_none ();
  test_runs (2);
  test_one_at_a_time ();
  if (is_openmp ())
    check_skip ("the OpenMP runtime's threads", "signals that workers block, and a worker on the caller's CPU");
  else
    {
      test_signals ();
      test_same_cpu ();
    }
  test_sleep ();
  test_errno ();
  test_stages (2);
  test_runs (3);
  test_stages (3);
  test_stages (SHARES_MAX);
  test_post ();
  test_runs (10);
  test_crowd ();
  test_runs (COMBA_THREADS_MAX);

  struct comba_pool one = COMBA_POOL_ALONE (7);
  CHECK_THAT (runs_once (&one), "a pool of one does every job");
  return tests_end ();
}
