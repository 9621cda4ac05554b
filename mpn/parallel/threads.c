/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The number of threads: who asked for how many, within the limits. */

#include "parallel/threads.h"
#include "parallel/engine.h"
#include "parallel/policy.h"
#include "dispatch/at_fork.h"
#include "dispatch/messages.h"
#include <limits.h>
#include <pthread.h>

/* The number chosen at start and its source; and whether the program has chosen another one. */
static int start = 1;
static const char *start_source = "built-in";
static _Atomic int set_by_program;
static _Atomic int forked;

/* Whether the quota of the control groups is still to be read: most processes multiply nothing that
   is worth a thread, and at start they open no file for it. */
static _Atomic int unsettled;

const char *
comba_threads_source (void)
{
  return atomic_load (&forked) ? "fork" : atomic_load (&set_by_program) ? "comba_set_num_threads"
                                                                        : start_source;
}

static void
forget (void)
{
  atomic_store (&forked, 1);
  atomic_store (&comba_threads, 1);
  comba_pool_forget ();
}

/* A child that is forked after threads are allowed has no pool for the rest of its life. */
static int
prepare_fork (void)
{
  static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
  static int prepared;
  pthread_mutex_lock (&once);
  if (!prepared)
    prepared = comba_at_fork (forget) == 0;
  int result = prepared;
  pthread_mutex_unlock (&once);
  return result;
}

/* QUOTA: how many CPUs the control groups allow. */
static int
use (int n, int quota)
{
  if (n > 1 && !atomic_load (&forked))
    {
      comba_engine_open ();
      const int by_mask = comba_cpus_by_mask (), limit = comba_threads_limit_by (quota, NULL);
      atomic_store (&comba_cpus, by_mask < quota ? by_mask : quota);
      if (n > limit)
        n = limit;
    }
  if (n < 1 || atomic_load (&forked) || (n > 1 && !prepare_fork ()))
    n = 1;
  atomic_store (&comba_threads, n);
  return n;
}

static void
lower (_Atomic int *number, int limit)
{
  int n = atomic_load (number);
  while (n > limit && !atomic_compare_exchange_weak (number, &n, limit))
    ;
}

/* Several threads may do this at the same time. */
void
comba_threads_settle (void)
{
  if (!atomic_load_explicit (&unsettled, memory_order_acquire))
    return;
  const int quota = comba_cpus_by_quota ();
  lower (&comba_cpus, quota);
  lower (&comba_threads, quota);
  atomic_store_explicit (&unsettled, 0, memory_order_release);
}

/* Parses COMBA_NUM_THREADS.  Returns 0 if it is not a number of threads. */
static int
wanted (const char *text)
{
  const char *end = text;
  long long n = comba_number (&end);
  if (end == text || *end != '\0' || n < 1)
    {
      comba_warn ("COMBA_NUM_THREADS=%.40s is not a number from 1 to %d; ignoring it",
                  text, COMBA_THREADS_MAX);
      return 0;
    }
  if (n > COMBA_THREADS_MAX)
    {
      comba_warn ("COMBA_NUM_THREADS=%.40s is more than comba can use; using at most %d", text,
                  COMBA_THREADS_MAX);
      n = COMBA_THREADS_MAX;
    }
  return (int) n;
}

void COMBA_AT_LOAD
comba_threads_start (int tuned, const char *source)
{
  comba_engine_start ();
  const char *text = comba_getenv ("COMBA_NUM_THREADS");
  int n = text != NULL ? wanted (text) : 0;
  if (n > 0)
    start = n, start_source = "COMBA_NUM_THREADS";
  else if (tuned > 0)
    start = tuned, start_source = source;
  if (start > 1)
    atomic_store (&unsettled, use (start, INT_MAX) > 1);
}

int
comba_threads_set (int n)
{
  atomic_store (&set_by_program, n > 0);
  atomic_store (&unsettled, 0);
  if (n <= 0)
    n = start;
  return use (n, n > 1 ? comba_cpus_by_quota () : INT_MAX);
}
