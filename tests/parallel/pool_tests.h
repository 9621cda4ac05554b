/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Common code for the tests of the pool. */

#ifndef COMBA_POOL_TESTS_H
#define COMBA_POOL_TESTS_H

#include "../tests.h"
#include "parallel/engine.h"
#include "parallel/pool.h"
#include "parallel/threads.h"
#include <dirent.h>
#include <unistd.h>

/* Does what the library does at load; needed in a program that does not read the table of calls. */
static inline void
open_engine (void)
{
  comba_engine_start ();
  comba_engine_open ();
}

/* Allows more threads than the CPUs do. */
static inline void
allow_threads (int n)
{
  open_engine ();
  atomic_store (&comba_threads, n);
}

/* Returns whether this run of the test uses OpenMP's threads (with-openmp.sh). */
static inline int
is_openmp (void)
{
  const char *engine = getenv ("COMBA_THREADS");
  return engine != NULL && strcmp (engine, "openmp") == 0;
}

/* Takes the pool even if workers sleep or calls back off. */
static inline const struct comba_pool *
take_patiently (int threads)
{
  open_engine ();
  if (strcmp (comba_engine ()->name, is_openmp () ? "openmp" : "posix") != 0)
    {
      check_fail ("the thread engine is %s", comba_engine ()->name);
      return NULL;
    }
  for (int i = 0; i < 100000; i++)
    {
      comba_pool_end_back_off ();
      const struct comba_pool *pool = comba_pool_take (threads, COMBA_WAKE_NOW);
      if (pool != NULL)
        return pool;
    }
  return NULL;
}

/* A pool of one thread that does the other jobs first.  They only see what was posted. */
static inline void
post_to_others_first (const struct comba_pool *pool, comba_job_fn *f, void *arg, size_t size)
{
  uint64_t copy[COMBA_POST_BYTES / sizeof (uint64_t) + 8];
  if (size > COMBA_POST_BYTES)
    check_fail ("%zu bytes to be posted", size);
  for (int i = 1; i < pool->threads; i++)
    {
      memset (copy, 0x5a, sizeof copy);
      memcpy (copy, arg, size);
      f (copy, i);
    }
  f (arg, 0);
}

#define POOL_OF_COPIES(n) \
  ((struct comba_pool) { .threads = (n), .run = comba_run_alone, .post = post_to_others_first })

static inline int
count_threads (void)
{
  int n = 0;
  DIR *d = opendir ("/proc/self/task");
  if (d == NULL)
    return -1;
  for (struct dirent *e; (e = readdir (d)) != NULL; )
    n += e->d_name[0] != '.';
  closedir (d);
  return n;
}

/* An emulator has threads of its own. */
static int threads_at_start;

static void __attribute__ ((constructor))
count_at_start (void)
{
  threads_at_start = count_threads ();
}

/* ThreadSanitizer creates one with the program's first. */
#ifdef __SANITIZE_THREAD__
enum { SANITIZERS_THREADS = 1 };
#else
enum { SANITIZERS_THREADS = 0 };
#endif

/* The threads that the program has created. */
static inline int
new_threads (void)
{
  int n = count_threads () - threads_at_start;
  return n > 0 ? n - SANITIZERS_THREADS : n;
}

/* Counts how often each job of a call was done. */
struct counted
{
  int times[COMBA_THREADS_MAX];
};

static inline void
count_share (void *arg, int share)
{
  ((struct counted *) arg)->times[share]++;
}

/* Returns whether a call does each job once. */
static inline int
runs_once (const struct comba_pool *pool)
{
  struct counted c = { { 0 } };
  comba_pool_run (pool, count_share, &c);
  for (int i = 0; i < COMBA_THREADS_MAX; i++)
    if (c.times[i] != (i < pool->threads))
      return 0;
  return 1;
}

#endif
