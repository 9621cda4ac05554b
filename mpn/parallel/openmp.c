/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The engine of OpenMP's threads: libcomba_omp.so, which uses no symbol of libcomba.  Each call of
   the pool opens one parallel region; its thread i checks mailbox i - 1 once.

   A region ends when all its threads have come, even those whose jobs the caller has done
   meanwhile.  A runtime that provides fewer threads than requested (OMP_THREAD_LIMIT, OMP_DYNAMIC,
   omp_set_max_active_levels (0)) leaves their jobs to the caller.  A runtime that cannot create a
   thread may end the process, as libgomp does. */

#include "parallel/engine.h"
#include "parallel/policy.h"
#include <errno.h>
#include <omp.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

/* The process that owns the runtime's threads.  A child process would wait for them forever. */
static pid_t owner;

/* The number of threads in this thread's regions.  libgomp keeps separate workers for each thread
   that opens regions, ends those that a smaller region does not need, and creates them again for
   the next larger one.  So regions never shrink, unless omp_set_num_threads lowers the limit. */
static _Thread_local int largest;

/* When the last region ended or workers were to be woken.  The runtime's threads spin for some time
   after that. */
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
