/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Contending callers: threads of the program that find the pool taken need CPUs of their own, and
   for a while the pool uses only the others. */

#include "pool_tests.h"
#include "parallel/policy.h"
#include <pthread.h>
#include <time.h>

enum { ROUNDS = 200, CONTENDERS = 3 };

static void
set_cpus (int n)
{
  atomic_store (&comba_cpus, n);
}

/* Longer than contending callers are remembered. */
static void
wait_long (void)
{
  nanosleep (&(struct timespec) { .tv_nsec = 120000000 }, NULL);
}

/* Takes the pool and gives it back; returns how many threads it has, or 0. */
static int
size_now (void)
{
  const struct comba_pool *pool = comba_pool_take (4, COMBA_WAKE_NOW);
  const int size = pool != NULL ? pool->threads : 0;
  if (pool != NULL)
    comba_pool_give ();
  return size;
}

static void *
contend_twice (void *found)
{
  *(int *) found |= size_now () != 0;
  *(int *) found |= size_now () != 0;
  return NULL;
}

/* N threads find the pool taken, each twice.  Returns the size of the pool afterwards, or -1 if
   that is not possible. */
static int
size_beside (int n)
{
  pthread_t threads[CONTENDERS];
  int found[CONTENDERS] = { 0 }, made = 0, wrong = 0;
  const struct comba_pool *pool = take_patiently (4);
  if (pool == NULL)
    return -1;
  while (made < n && pthread_create (&threads[made], NULL, contend_twice, &found[made]) == 0)
    made++;
  for (int i = 0; i < made; i++)
    {
      pthread_join (threads[i], NULL);
      wrong |= found[i];
    }
  comba_pool_give ();
  return made < n || wrong ? -1 : size_now ();
}

/* A period may end meanwhile, so that a thread is counted in the previous one, twice, or not at
   all: in some rounds no period ends. */
static int
is_once (int n, int size)
{
  for (int i = 0; i < ROUNDS; i++)
    if (size_beside (n) == size)
      return 1;
  return 0;
}

/* A job of the pool finds it taken. */
static pthread_t caller;
static _Atomic int found, by_worker;

static void
seek (void *arg, int share)
{
  (void) arg;
  if (share == 0)
    nanosleep (&(struct timespec) { .tv_nsec = 1000000 }, NULL);        /* time for the worker */
  found |= size_now () != 0;
  by_worker |= !pthread_equal (pthread_self (), caller);
}

int
main (void)
{
  tests_begin ();
  allow_threads (4);
  set_cpus (4);
  CHECK_THAT (size_beside (0) == 4, "nobody else: all threads");
  CHECK_THAT (is_once (1, 3), "beside one thread one less");
  CHECK_THAT (is_once (2, 2), "beside two two less");
  CHECK_THAT (is_once (3, 0), "as many contending callers as CPUs: no pool");
  set_cpus (6);
  CHECK_THAT (is_once (1, 4) && is_once (2, 4) && is_once (3, 3), "no less where CPUs are left");
  set_cpus (2);
  CHECK_THAT (is_once (1, 0), "two CPUs, two threads: no pool");
  wait_long ();
  CHECK_THAT (size_now () == 2, "after a while there is one");
  CHECK_THAT (is_once (1, 0), "and none again");
  comba_pool_end_back_off ();
  CHECK_THAT (size_now () == 2, "that can be ended");

  /* Not always: a worker may not come, and then calls back off. */
  int right = 0;
  caller = pthread_self ();
  for (int i = 0; i < 20 && !right; i++)
    {
      wait_long ();             /* until no caller is counted */
      by_worker = 0;
      const struct comba_pool *pool = take_patiently (2);
      if (pool == NULL)
        continue;
      comba_pool_run (pool, seek, NULL);
      comba_pool_give ();
      right = by_worker && size_now () == 2;
    }
  CHECK_THAT (right && !found, "the caller with the pool, and its workers, are not contending");
  return tests_end ();
}
