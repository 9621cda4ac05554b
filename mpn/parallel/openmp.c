/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The engine of OpenMP's threads: libcomba_omp.so, which needs nothing of libcomba.  One parallel region for each
   call of the pool; the thread of number i looks at mailbox i - 1 once.

   A region ends when all its threads have come, those, too, whose jobs the caller has done meanwhile.  A runtime that
   makes fewer threads than asked for (OMP_THREAD_LIMIT, OMP_DYNAMIC, omp_set_max_active_levels (0)) leaves their jobs
   to the caller.  One that cannot make a thread may end the process, as libgomp does. */

#include "parallel/engine.h"
#include "parallel/policy.h"
#include <errno.h>
#include <omp.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

/* The process whose threads the runtime's are.  A child would wait for them for ever. */
static pid_t owner;

/* How many threads this thread's regions have.  libgomp keeps a set of threads for each thread that opens regions,
   ends those that a smaller region does not need, and makes them anew for the next: so regions do not shrink, unless
   omp_set_num_threads says so. */
static _Thread_local int largest;

/* When the last region ended, or workers were to be woken: for some time after that the runtime's threads spin. */
static _Atomic int64_t last_awake;

static void __attribute__ ((constructor))
note_owner (void)
{
  owner = getpid ();
}

static int
start (int n)
{
  if (getpid () != owner)
    return 0;
  const int others = omp_get_max_threads () - 1;
  return n < others ? n : others;
}

static int
count_asleep (int n)
{
  return comba_nanoseconds () - atomic_load_explicit (&last_awake, memory_order_relaxed) < COMBA_WORKERS_WAIT ? 0 : n;
}

/* The next region wakes them. */
static int
wake (int i)
{
  if (count_asleep (i) == 0)
    return 0;
  atomic_store_explicit (&last_awake, comba_nanoseconds (), memory_order_relaxed);
  return 1;
}

static void
run (int threads, comba_part_fn *part, void *call)
{
  const int saved = errno;
  const int most = omp_get_max_threads ();
  if (threads > largest || largest > most)
    largest = threads;
#pragma omp parallel num_threads (largest)
  part (call, omp_get_thread_num ());
  atomic_store_explicit (&last_awake, comba_nanoseconds (), memory_order_relaxed);
  errno = saved;
}

static int
cpus (void)
{
  return omp_get_num_procs ();
}

static int
count_workers (void)
{
  return largest > 0 ? largest - 1 : 0;
}

static void
forget (void)
{
  largest = 0;
}

const struct comba_engine comba_openmp_engine = {
  .interface = COMBA_ENGINE_INTERFACE, .name = "openmp", .start = start, .count_asleep = count_asleep, .wake = wake,
  .run = run, .cpus = cpus, .workers = count_workers, .forget = forget,
};
