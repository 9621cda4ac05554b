/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The pool in all its ways, for race detectors: jobs, posted words, stages, results read early,
   sleeping and woken workers, forked children, products, and threads that contend for the pool, ask
   about it, and end.  The program's own variables are plain, and only the pool orders them.

   Usage: t-races [RACE], to be reported: "jobs" that write the same word, a "stage" that does not
   wait, a caller that writes "posted" words too early, or memory of the pool that a thread has
   "kept". */

#include "pool_tests.h"
#include "mul/paths/paths.h"
#include "parallel/policy.h"
#include "entry/undeclared.h"
#include "arith/scratch.h"
#include "comba.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <time.h>

enum { THREADS = 3, ROUNDS = 30, PATIENCE = 3000, LIMBS = 1000 };

static const char *race = "";

static int
is_planted (const char *name)
{
  return strcmp (race, name) == 0;
}

static void
pause_for (long microseconds)
{
  nanosleep (&(struct timespec) { .tv_nsec = 1000 * microseconds }, NULL);
}

/* A call.  The variables below belong to the thread that has the pool, and its jobs. */
struct task
{
  uint64_t number;
  pthread_t caller;
  const struct comba_pool *pool;
};
static uint64_t results[COMBA_THREADS_MAX], sums[COMBA_THREADS_MAX];
static int by_worker[COMBA_THREADS_MAX], known_early;

static void
do_job (void *arg, int i)
{
  const struct task *t = arg;
  results[i] = t->number + (uint64_t) i;
  by_worker[i] = !pthread_equal (pthread_self (), t->caller);
  if (is_planted ("jobs"))
    results[THREADS]++;
  if (i > 0)
    return;
  pause_for (100);              /* time for the workers */
  if (is_planted ("posted"))
    ((struct task *) arg)->number = 0;
  known_early += comba_pool_is_done (t->pool, 1) && results[1] == t->number + 1;
}

static uint64_t
sum_of_results (const struct task *t)
{
  uint64_t sum = 0;
  for (int i = 0; i < t->pool->threads; i++)
    sum += results[i];
  return sum;
}

static void
do_sum (void *arg, int i)
{
  sums[i] = sum_of_results (arg);
}

static void
do_first_again (void *arg, int i)
{
  const struct task *t = arg;
  results[i] = t->number + (uint64_t) i + sums[(i + 1) % t->pool->threads];
}

static void
run (struct task *t)
{
  comba_pool_run (t->pool, do_job, t);
}

static void
post (struct task *t)
{
  comba_pool_post (t->pool, do_job, t, is_planted ("posted") ? 0 : sizeof *t);
}

static void
do_stages (struct task *t)
{
  const struct comba_stage stages[] = {
    { do_job, 0 }, { do_sum, is_planted ("stage") ? 0 : 1 }, { do_first_again, 2 }, { NULL, 0 },
  };
  comba_pool_stages (t->pool, stages, t, sizeof *t);
  const uint64_t n = (uint64_t) t->pool->threads, sum = n * t->number + n * (n - 1) / 2;
  for (uint64_t i = 0; i < n; i++)
    results[i] -= sums[i] == sum ? sum : 0;
}

/* Calls F for a task.  Returns whether the results are right; adds to *CAME the jobs that workers
   did. */
static int
try_task (const struct comba_pool *pool, void (*f) (struct task *t), int *came)
{
  static struct task t;
  t = (struct task) { .number = t.number + 1, .caller = pthread_self (), .pool = pool };
  f (&t);
  int right = 1;
  for (int i = 0; i < pool->threads; i++)
    {
      right &= results[i] == t.number + (uint64_t) i;
      *came += by_worker[i];
    }
  return right;
}

/* As take_patiently, in any thread. */
static const struct comba_pool *
take_now (int threads)
{
  for (int i = 0; i < PATIENCE; i++)
    {
      const struct comba_pool *pool = comba_pool_take (threads, COMBA_WAKE_NOW);
      if (pool != NULL)
        return pool;
      comba_pool_end_back_off ();
      pause_for (10);
    }
  return NULL;
}

/* Until workers have come in ROUNDS jobs.  If ASLEEP, they sleep before each. */
static void
test_tasks (const char *name, void (*f) (struct task *t), int asleep)
{
  int right = 1, came = 0;
  for (int i = 0; i < PATIENCE && came < ROUNDS && right; i++)
    {
      for (int j = 0; j < PATIENCE && asleep && comba_engine ()->count_asleep (THREADS - 1) < THREADS - 1; j++)
        pause_for (200);
      const struct comba_pool *pool = take_now (THREADS);
      if (pool == NULL)
        break;
      right = try_task (pool, f, &came);
      comba_pool_give ();
    }
  CHECK_THAT (right && came >= ROUNDS, "%s%s", name, asleep ? ", by workers that slept" : "");
}

/* The caller is on one CPU after the other.  A worker that waits there and has not begun its job is
   moved. */
static void
test_same_cpu (void)
{
  cpu_set_t all;
  check_begin ("workers on the caller's CPU");
  if (sched_getaffinity (0, sizeof all, &all) != 0)
    CPU_ZERO (&all);
  for (int cpu = 0, used = 0; cpu < CPU_SETSIZE && used < 4; cpu++)
    if (CPU_ISSET (cpu, &all))
      {
        cpu_set_t one;
        CPU_ZERO (&one);
        CPU_SET (cpu, &one);
        sched_setaffinity (0, sizeof one, &one);
        used++;
        for (int i = 0; i < 5 * ROUNDS; i++)
          {
            struct task t = { .pool = take_now (THREADS) };
            if (t.pool == NULL)
              break;
            sums[0] = 0;
            comba_pool_run (t.pool, do_sum, &t);
            if (sums[0] != sum_of_results (&t) || sums[1] != sums[0])
              check_fail ("round %d on CPU %d", i, cpu);
            comba_pool_give ();
          }
      }
  sched_setaffinity (0, sizeof all, &all);
  check_end ();
}

/* Short calls wake the workers for the next one. */
static void
test_short_calls (void)
{
  int right = 1, came = 0;
  for (int i = 0; i < PATIENCE && came < ROUNDS; i++)
    {
      if (i % 20 == 0)
        pause_for (3000);
      const struct comba_pool *pool = comba_pool_take (THREADS, i % 2 ? COMBA_WAKE_AFTER : COMBA_WAKE_NEXT);
      if (pool != NULL)
        {
          right &= try_task (pool, run, &came);
          comba_pool_give ();
        }
      else
        comba_pool_end_back_off ();
    }
  CHECK_THAT (right && came >= ROUNDS, "short calls");
}

/* Children have no pool, whether the parent has it or not. */
static void
test_fork (void)
{
  int right = 1, came = 0;
  for (int i = 0; i < 4; i++)
    {
      const struct comba_pool *pool = take_now (THREADS);
      if (i % 2 == 0 && pool != NULL)
        comba_pool_give ();
      const pid_t pid = fork ();
      if (pid == 0)
        _exit (comba_pool_take (THREADS, COMBA_WAKE_NOW) != NULL);
      int status = 1;
      right &= pid > 0 && waitpid (pid, &status, 0) == pid && status == 0;
      if (i % 2 != 0 && pool != NULL)
        {
          right &= try_task (pool, run, &came);
          comba_pool_give ();
        }
    }
  CHECK_THAT (right, "forked children");
}

/* Every path of every configuration, as its plan would use it. */
static void
test_products (const struct comba_config *k)
{
  enum { N = 120, TIMES = 4 };
  static mp_limb_t a[2 * N], b[N], product[3 * N], expected[3 * N];
  check_begin ("%s: products", k->name);
  for (int i = 0; i < COMBA_PATHS * TIMES; i++)
    {
      const struct comba_path *path = &comba_paths[i / TIMES];
      const mp_size_t an = i % 2 == 0 ? N : 2 * N;
      random_operand (a, an, 5);
      random_operand (b, N, 5);
      const struct comba_pool *pool = path->mul != NULL ? take_now (THREADS) : NULL;
      if (pool == NULL)
        continue;
      if (path->mul (k, pool, product, a, an, b, N))
        {
          reference_mul (expected, a, an, b, N);
          expect_equal (product, expected, an + N, "path %d", i / TIMES);
        }
      if (path->sqr != NULL && path->sqr (k, pool, product, b, N))
        {
          reference_mul (expected, b, N, b, N);
          expect_equal (product, expected, 2 * N, "path %d, square", i / TIMES);
        }
      comba_pool_give ();
    }
  check_end ();
}

/* Threads of the program, which begin when the gate opens.  The first products of all of them
   choose the CPU configuration. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

struct contender
{
  pthread_t thread;
  int right, pools, came;
};

static void *
contend (void *arg)
{
  struct contender *c = arg;
  mp_limb_t a[20], square[40];
  pthread_mutex_lock (&gate);
  pthread_mutex_unlock (&gate);
  memset (a, 0x5a, sizeof a);
  mpn_sqr (square, a, 20);
#ifdef COMBA_X86_64
  __gmpn_mulmod_bnm1_next_size (400);
#endif
  for (int i = 0; i < ROUNDS; i++)
    {
      struct comba_scratch s;
      const mp_ptr p = comba_scratch_get (&s, LIMBS, 0);
      if (p != NULL)
        memset (p, 0xa5, BYTES (LIMBS));
      comba_scratch_put (&s);
      pause_for (10);
    }
  mp_ptr kept = NULL;
  for (int i = 0; i < PATIENCE && c->pools < ROUNDS; i++)
    {
      const struct comba_pool *pool = comba_pool_take (2 + i % 2, COMBA_WAKE_NOW);
      if (pool == NULL)
        {
          pause_for (100);
          continue;
        }
      c->pools++;
      for (size_t j = 0; j < 64; j++)
        pool->memory[j] = (mp_limb_t) (uintptr_t) c;
      c->right &= try_task (pool, i % 3 == 0 ? run : i % 3 == 1 ? post : do_stages, &c->came);
      for (size_t j = 0; j < 64; j++)
        c->right &= pool->memory[j] == (mp_limb_t) (uintptr_t) c;
      comba_parallel_count (COMBA_PATH_COLUMNS);
      kept = pool->memory;
      comba_pool_give ();
      if (is_planted ("kept"))
        kept[64] = 1;
    }
  return NULL;
}

static void *
open_engines_library (void *unused)
{
  comba_engine_open ();
  return unused;
}

/* Questions and settings, while other threads use what they are about. */
static void
ask (void)
{
  comba_pool_workers ();
  comba_engine_name ();
  comba_engine_source ();
  comba_threads_source ();
  comba_parallel_calls (COMBA_PATH_COLUMNS);
  comba_set_num_threads (2);
  atomic_store (&comba_cpus, COMBA_THREADS_MAX);
  atomic_store (&comba_threads, THREADS);
}

static void
test_contenders (void)
{
  enum { CONTENDERS = 4 };
  struct contender c[CONTENDERS] = { 0 };
  struct comba_scratch held[63];        /* all slots but one, which the others share */
  int n = 0, right = 1, pools = 0, came = 0;
  for (int i = 0; i < 63; i++)
    comba_scratch_get (&held[i], LIMBS, COMBA_SCRATCH_SHARED);
  pthread_mutex_lock (&gate);
  for (; n < CONTENDERS; n++)
    {
      c[n].right = 1;
      if (pthread_create (&c[n].thread, NULL, contend, &c[n]) != 0)
        break;
    }
  pthread_mutex_unlock (&gate);
  for (int i = 0; i < ROUNDS; i++)
    {
      ask ();
      comba_pool_end_back_off ();
      pause_for (1000);
    }
  for (int i = 0; i < n; i++)
    {
      pthread_join (c[i].thread, NULL);
      right &= c[i].right, pools += c[i].pools, came += c[i].came;
    }
  for (int i = 0; i < 63; i++)
    comba_scratch_put (&held[i]);
  CHECK_THAT (n == CONTENDERS && right && pools > ROUNDS && came > 0, "threads that contend, ask and end");
}

/* An engine whose library is not found: the choice changes while another thread asks for it. */
static void
test_engine (void)
{
  setenv ("COMBA_THREADS", "openmp", 1);
  comba_engine_start ();
  unsetenv ("COMBA_THREADS");
  pthread_t thread;
  check_begin ("the engine's library");
  if (pthread_create (&thread, NULL, open_engines_library, NULL) != 0)
    check_fail ("no thread");
  else
    {
      ask ();
      pthread_join (thread, NULL);
    }
  if (!comba_engine_choose ("posix"))
    check_fail ("no engine");
  check_end ();
}

int
main (int argc, char **argv)
{
  race = argc > 1 ? argv[1] : "";
  tests_begin ();
  test_engine ();
  allow_threads (THREADS);
  test_contenders ();
  for (int asleep = 0; asleep < 2; asleep++)
    {
      test_tasks ("jobs", run, asleep);
      test_tasks ("posted words", post, asleep);
      test_tasks ("stages", do_stages, asleep);
    }
  CHECK_THAT (known_early > 0, "results that the caller's own job reads");
  if (race[0] != '\0')
    return tests_end ();
  test_same_cpu ();
  test_short_calls ();
  if (comba_threads_limit (NULL) < 2)
    check_skip ("one CPU: nothing prepares for a fork", "forked children");
  else
    test_fork ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    if (tests_why_not (comba_configs[i]) == NULL)
      test_products (comba_configs[i]);
    else
      check_skip (tests_why_not (comba_configs[i]), "%s: products", comba_configs[i]->name);
  return tests_end ();
}
