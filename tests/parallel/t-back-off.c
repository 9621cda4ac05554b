/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The pool when its worker has no CPU: all threads are on one CPU.  The worker is created by a
   thread with idle priority and inherits it, and other threads keep the CPU busy. */

#include "pool_tests.h"
#include <pthread.h>
#include <sched.h>
#include <time.h>

enum { BUSY = 6, ROUNDS = 60 };
static _Atomic int stop;

static void *
be_busy (void *unused)
{
  (void) unused;
  while (!stop)
    continue;
  return NULL;
}

/* Pins this thread and its future threads to the first CPU that it may use.  Returns 0 if that
   fails. */
static int
stay_on_one (void)
{
  cpu_set_t may, one;
  if (sched_getaffinity (0, sizeof may, &may) != 0)
    return 0;
  CPU_ZERO (&one);
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET (i, &may))
      {
        CPU_SET (i, &one);
        break;
      }
  return sched_setaffinity (0, sizeof one, &one) == 0;
}

static void
empty (void *arg, int share)
{
  (void) arg, (void) share;
}

/* Takes the pool for one call, unless calls back off. */
static int
run_once (void)
{
  const struct comba_pool *pool = comba_pool_take (2, COMBA_WAKE_NOW);
  if (pool == NULL)
    return 0;
  comba_pool_run (pool, empty, NULL);
  comba_pool_give ();
  return 1;
}

static void *
hire_idle (void *is_idle)
{
  const struct sched_param none = { 0 };
  *(int *) is_idle = sched_setscheduler (0, SCHED_IDLE, &none) == 0;
  run_once ();
  return NULL;
}

/* Longer than the wait for a worker that was just woken. */
static void
wait_awake (void)
{
  struct timespec begin, now;
  clock_gettime (CLOCK_MONOTONIC, &begin);
  do
    clock_gettime (CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - begin.tv_sec) * 1000000000 + now.tv_nsec - begin.tv_nsec < 300000);
}

int
main (void)
{
  tests_begin ();
  allow_threads (2);
  pthread_t first;
  int is_idle = 0;
  if (stay_on_one () && pthread_create (&first, NULL, hire_idle, &is_idle) == 0)
    pthread_join (first, NULL);
  if (!is_idle)
    {
      check_skip ("threads cannot be pinned", "a pool without a CPU");
      return tests_end ();
    }
  pthread_t busy[BUSY];
  int n = 0;
  while (n < BUSY && pthread_create (&busy[n], NULL, be_busy, NULL) == 0)
    n++;

  /* The caller may lose its CPU between two calls, and the back-off may end meanwhile. */
  int backed_off = 0, ended = 0;
  for (int i = 0; i < ROUNDS && (backed_off == 0 || ended == 0); i++)
    {
      run_once ();              /* wakes the worker, which gets no CPU */
      wait_awake ();
      run_once ();
      if (run_once ())
        continue;
      backed_off++;
      comba_pool_end_back_off ();
      ended += run_once ();
    }
  CHECK_THAT (backed_off > 0, "after workers that did not come calls back off");
  CHECK_THAT (ended == backed_off, "comba_pool_end_back_off ends that");

  stop = 1;
  for (int i = 0; i < n; i++)
    pthread_join (busy[i], NULL);
  int again = 0;
  for (int i = 0; i < 20 && !again; i++)
    {
      nanosleep (&(struct timespec) { .tv_nsec = 60000000 }, NULL);
      again = run_once ();
    }
  CHECK_THAT (again, "and ends by itself");
  return tests_end ();
}
