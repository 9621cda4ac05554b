/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The contract is in contending.h.

   With shorter periods too much of them goes by with a team and what it costs: a worker that waits for its next share has a CPU
   meanwhile. */

#include "parallel/contending.h"
#include "parallel/threads.h"
#include <stdint.h>
#include <time.h>

enum { PERIOD = 50000000 };             /* nanoseconds */

/* Of the last even and the last odd period: its number, and below that how many threads were counted in it. */
static _Atomic uint64_t contending[2];
enum { COUNT_BITS = 16 };

/* The period in which this thread was counted last. */
static _Thread_local uint64_t counted_in __attribute__ ((tls_model ("initial-exec")));

static uint64_t
period (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return ((uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec) / PERIOD + 1;
}

void
comba_count_contending (void)
{
  const uint64_t n = period ();
  if (counted_in == n)
    return;
  counted_in = n;
  _Atomic uint64_t *s = &contending[n % 2];
  uint64_t before = atomic_load_explicit (s, memory_order_relaxed), after;
  do
    after = (before >> COUNT_BITS == n ? before : n << COUNT_BITS) + 1;
  while (!atomic_compare_exchange_weak_explicit (s, &before, after, memory_order_relaxed, memory_order_relaxed));
}

/* Nothing asks for the time where nobody was counted: what is of long ago is forgotten. */
int
comba_cpus_left (void)
{
  const int cpus = atomic_load_explicit (&comba_cpus, memory_order_relaxed);
  uint64_t both[2], most = 0;
  for (int i = 0; i < 2; i++)
    both[i] = atomic_load_explicit (&contending[i], memory_order_relaxed);
  if ((both[0] | both[1]) == 0)
    return cpus;
  const uint64_t n = period ();
  for (int i = 0; i < 2; i++)
    {
      const uint64_t count = both[i] % ((uint64_t) 1 << COUNT_BITS);
      if ((both[i] >> COUNT_BITS) + 1 >= n)
        most = count > most ? count : most;
      else
        atomic_compare_exchange_strong_explicit (&contending[i], &both[i], 0, memory_order_relaxed, memory_order_relaxed);
    }
  return most < (uint64_t) cpus ? cpus - (int) most : 0;
}

void
comba_forget_contending (void)
{
  for (int i = 0; i < 2; i++)
    atomic_store_explicit (&contending[i], 0, memory_order_relaxed);
}
