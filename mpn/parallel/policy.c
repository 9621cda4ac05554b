/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The contract is in parallel/policy.h. */

#include "parallel/policy.h"
#include "arith/race_detectors.h"
#include <limits.h>

_Atomic int comba_cpus = INT_MAX;

/* Contending callers */

/* For the last even and the last odd period: the number of the period, and in the low bits how many
   threads were counted in it. */
static _Atomic uint64_t contending[2];
COMBA_TELL_ATOMIC (contending)
enum { COUNT_BITS = 16 };

/* The last period in which this thread was counted. */
static _Thread_local uint64_t counted_in __attribute__ ((tls_model ("initial-exec")));

static uint64_t
period (void)
{
  return (uint64_t) comba_nanoseconds () / COMBA_PERIOD + 1;
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

/* Does not read the clock while both counts are 0; expired counts are reset to 0. */
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
        atomic_compare_exchange_strong_explicit (&contending[i], &both[i], 0, memory_order_relaxed,
                                                 memory_order_relaxed);
    }
  return most < (uint64_t) cpus ? cpus - (int) most : 0;
}

void
comba_forget_contending (void)
{
  for (int i = 0; i < 2; i++)
    atomic_store_explicit (&contending[i], 0, memory_order_relaxed);
}

/* Back-off and sleeping workers: these variables belong to the thread that has the pool. */

static int64_t back_off_until;          /* 0: no back-off */
static int64_t last_back_off;           /* length of the current or last back-off; halved by each
                                           call that went well */
static int64_t found_asleep;            /* when a call last found workers asleep */
static int64_t woken;                   /* when a call last woke workers */

int
comba_backs_off (void)
{
  if (back_off_until != 0 && comba_nanoseconds () >= back_off_until)
    back_off_until = 0;
  return back_off_until != 0;
}

void
comba_end_back_off (void)
{
  back_off_until = last_back_off = 0;
}

void
comba_note_woken (void)
{
  woken = comba_nanoseconds ();
}

/* A pool that is taken once for a whole power may fail at one product after another.  Failures
   within a back-off count as one. */
static void
back_off_if_awake (void)
{
  const int64_t time = comba_nanoseconds ();
  if (time - woken <= COMBA_WORKERS_WAIT)
    return;
  if (time > back_off_until)
    last_back_off = last_back_off < COMBA_BACK_OFF_LEAST ? COMBA_BACK_OFF_LEAST
                    : last_back_off < COMBA_BACK_OFF_MOST / 2 ? 2 * last_back_off : COMBA_BACK_OFF_MOST;
  const int64_t until = time + (last_back_off < COMBA_BACK_OFF_LEAST ? COMBA_BACK_OFF_LEAST : last_back_off);
  back_off_until = until > back_off_until ? until : back_off_until;
}

void
comba_note_call (int all_came)
{
  if (all_came)
    last_back_off /= 2;
  else
    back_off_if_awake ();
}

/* Calls longer than COMBA_WORKERS_WAIT that follow each other immediately still come at intervals
   at which workers fall asleep.  So two calls that find them asleep within a short time are enough
   to wake them. */
int
comba_may_use_workers (const struct comba_engine *engine, int n, enum comba_wake wake)
{
  if (engine->count_asleep (n) == 0)
    return 1;
  const int64_t time = comba_nanoseconds (), since = time - found_asleep;
  found_asleep = time;
  if (wake == COMBA_WAKE_AFTER && since < 2 * COMBA_WORKERS_WAIT)
    return 1;
  if (since < COMBA_WORKERS_WAIT)
    {
      for (int i = 1; i <= n; i++)
        engine->wake (i);
      woken = time;
    }
  return 0;
}
