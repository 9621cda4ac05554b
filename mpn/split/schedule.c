/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Assigns units to workers and phases.  The contract is in split/schedule.h.

   The paper (003) did this by hand beyond its theorem 2.  All units of a term belong to one worker,
   so nothing waits inside a phase.  Products that need no reduction are units of their own; they
   fill up the workers that have less to do, as points (ii) and (iii) of the theorem's proof do. */

#include "split/schedule.h"
#include <stdlib.h>

/* The load of each worker in each phase. */
struct loads
{
  const struct comba_recipe *r;
  uint64_t load[COMBA_PHASES_MAX][COMBA_THREADS_MAX];
};

static int
is_fixed (const struct comba_unit *u)
{
  return u->first_phase == u->last_phase;
}

/* Units with a fixed phase first, then the longest. */
static int
by_cost (const void *x, const void *y)
{
  const struct comba_unit *u = x, *v = y;
  if (is_fixed (u) != is_fixed (v))
    return is_fixed (v) - is_fixed (u);
  if (u->cost != v->cost)
    return u->cost < v->cost ? 1 : -1;
  return u->at != v->at ? (u->at < v->at ? -1 : 1) : u->first - v->first;
}

static int
by_place (const void *x, const void *y)
{
  const struct comba_unit *u = x, *v = y;
  if (u->phase != v->phase)
    return u->phase - v->phase;
  if (u->worker != v->worker)
    return u->worker - v->worker;
  return u->at != v->at ? (u->at < v->at ? -1 : 1) : u->first - v->first;
}

/* The worker with the most or the least to do in a phase. */
static int
extreme (const struct loads *l, int phase, int most)
{
  int found = 0;
  for (int j = 1; j < l->r->workers; j++)
    if (most ? l->load[phase][j] > l->load[phase][found] : l->load[phase][j] < l->load[phase][found])
      found = j;
  return found;
}

static uint64_t
longest (const struct loads *l, int phase)
{
  return l->load[phase][extreme (l, phase, 1)];
}

static void
put (struct loads *l, struct comba_unit *u, int phase, int worker)
{
  u->phase = phase, u->worker = worker;
  l->load[phase][worker] += u->cost;
}

/* Places U where the busiest worker's load grows least; among such places, where there is least to
   do. */
static void
place (struct loads *l, struct comba_unit *u)
{
  int best = u->first_phase, best_worker = 0;
  uint64_t growth = UINT64_MAX;
  for (int p = u->first_phase; p <= u->last_phase; p++)
    {
      int j = extreme (l, p, 0);
      uint64_t after = l->load[p][j] + u->cost, most = longest (l, p);
      uint64_t more = after > most ? after - most : 0;
      if (more < growth || (more == growth && l->load[p][j] < l->load[best][best_worker]))
        growth = more, best = p, best_worker = j;
    }
  put (l, u, best, best_worker);
}

/* Moves U from the busiest worker of its phase to one that stays less busy, in exchange for a
   shorter unit if needed. */
static int
relieve (struct loads *l, struct comba_unit *u)
{
  const struct comba_recipe *r = l->r;
  uint64_t here = l->load[u->phase][u->worker];
  for (int p = u->first_phase; p <= u->last_phase; p++)
    for (int j = 0; j < r->workers; j++)
      {
        if (p == u->phase && j == u->worker)
          continue;
        uint64_t limit = p == u->phase ? here : longest (l, p);
        if (l->load[p][j] + u->cost < limit)
          {
            l->load[u->phase][u->worker] -= u->cost;
            put (l, u, p, j);
            return 1;
          }
        for (int i = 0; i < r->units; i++)
          {
            struct comba_unit *v = &r->unit[i];
            if (v->phase != p || v->worker != j || v->cost >= u->cost
                || u->phase < v->first_phase || u->phase > v->last_phase
                || l->load[p][j] + (u->cost - v->cost) >= limit)
              continue;
            int phase = u->phase, worker = u->worker;
            l->load[phase][worker] -= u->cost;
            l->load[p][j] -= v->cost;
            put (l, v, phase, worker);
            put (l, u, p, j);
            return 1;
          }
      }
  return 0;
}

static void
improve (struct loads *l)
{
  const struct comba_recipe *r = l->r;
  for (int steps = 0, helped = 1; helped && steps < 2 * r->units; steps++)
    {
      helped = 0;
      for (int i = 0; i < r->units && !helped; i++)
        {
          struct comba_unit *u = &r->unit[i];
          if (u->worker == extreme (l, u->phase, 1))
            helped = relieve (l, u);
        }
    }
}

void
comba_schedule (struct comba_recipe *r)
{
  struct loads l = { .r = r };
  qsort (r->unit, r->units, sizeof *r->unit, by_cost);
  for (int i = 0; i < r->units; i++)
    place (&l, &r->unit[i]);
  improve (&l);
  qsort (r->unit, r->units, sizeof *r->unit, by_place);
  int i = 0;
  for (int p = 0; p < r->phases; p++)
    {
      for (int j = 0; j < r->workers; j++)
        {
          r->start[p][j] = i;
          while (i < r->units && r->unit[i].phase == p && r->unit[i].worker == j)
            i++;
        }
      r->start[p][r->workers] = i;
      r->busiest[p] = longest (&l, p);
    }
}
