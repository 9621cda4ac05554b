/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "gather.h"
#include "../bench/machine.h"
#include "../samples.h"
#include "parallel/pool.h"
#include "parallel/threads.h"
#include <math.h>

#define MEETING 2e6             /* ns */
#define SHORT_MEETING 50e3      /* ns: all workers are awake, on CPUs of their own */
#define MEETINGS 15
#define HAND_OVERS 8            /* in a row, */
#define ROWS_OF_THEM 5

/* All threads of a pool meet: none leaves before all have come, or before UNTIL. */
struct meeting
{
  _Atomic int come;
  int threads;
  double until;
};

static void
meet (void *arg, int share)
{
  struct meeting *m = arg;
  (void) share;
  m->come++;
  while (m->come < m->threads && now_ns () < m->until)
    continue;
}

int
wake_workers (void)
{
  for (int i = 0; i < MEETINGS; i++)
    {
      comba_pool_end_back_off ();
      const struct comba_pool *pool = comba_pool_take (COMBA_THREADS_MAX, COMBA_WAKE_NOW);
      if (pool == NULL)
        return 0;
      double start = now_ns ();
      struct meeting m = { .threads = pool->threads, .until = start + MEETING };
      comba_pool_run (pool, meet, &m);
      comba_pool_give ();
      if (now_ns () - start < SHORT_MEETING)
        return 1;
    }
  return 0;
}

void
spread_workers (int on)
{
  if (on)
    wake_workers ();
  spread_threads (on);
}

static void
nothing (void *arg, int share)
{
  (void) arg;
  (void) share;
}

double
hand_over_cycles (void)
{
  double ns[ROWS_OF_THEM];
  if (!wake_workers ())
    return HUGE_VAL;
  const struct reading before = read_clock ();
  for (int row = 0; row < ROWS_OF_THEM; row++)
    {
      const double start = now_ns ();
      for (int i = 0; i < HAND_OVERS; i++)
        {
          const struct comba_pool *pool = comba_pool_take (COMBA_THREADS_MAX, COMBA_WAKE_NOW);
          if (pool == NULL)
            return HUGE_VAL;
          comba_pool_run (pool, nothing, NULL);
          comba_pool_give ();
        }
      ns[row] = (now_ns () - start) / HAND_OVERS;
    }
  const struct reading after = read_clock ();
  sort_numbers (ns, ROWS_OF_THEM);
  return sample_between (quantile (ns, ROWS_OF_THEM, 0.5), &before, &after).cycles;
}
