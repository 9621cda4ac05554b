/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "plan.h"
#include "choices.h"
#include "optimize.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

mp_size_t
between (const struct series *s, size_t at)
{
  mp_size_t a = s->points[at - 1].n, b = s->points[at].n;
  mp_size_t n = (mp_size_t) (sqrt ((double) a * b) + 0.5);
  return n > a ? n : b;
}

/* The part of a series, by the logarithm of sizes, that a size represents: sizes are denser where a
   plan changes. */
static double
span (const struct series *s, size_t i)
{
  const size_t before = i > 0 ? i - 1 : 0, after = i + 1 < s->n ? i + 1 : i;
  return log ((double) s->points[after].n / s->points[before].n);
}

/* The price of a step of a plan.  A loss at a size counts if both halves of the rounds show it, and
   for less than two steps: so a single size, for which another program may have had a CPU, makes no
   step. */
#define PENALTY 0.02
#define MOST_LOST (1.9 * PENALTY)

/* The choice of the built-in plan at each size. */
static void
builtin_choices (int *before, const struct series *s, const double *times, const struct comba_step *choices,
                 const struct comba_plan *builtin, int threads)
{
  for (size_t i = 0; i < s->n; i++)
    {
      before[i] = choice_at (builtin, s->points[i].n, choices, s->tables, threads);
      if (times[i * s->tables + before[i]] == HUGE_VAL)
        before[i] = 0;          /* the path leaves this size to the sequential function */
    }
}

/* The times, with losses limited as above, and those of the choices of BEFORE reduced by WORTH;
   NULL if an allocation fails. */
static double *
counting_times (const struct series *s, const struct measured *m, const int *before, double worth)
{
  double *counting = malloc (s->n * s->tables * sizeof *counting);
  for (size_t i = 0; counting != NULL && i < s->n; i++)
    {
      const size_t row = i * s->tables;
      const double *all = m->all + row;
      const double least = all[least_of (all, s->tables)];
      for (int c = 0; c < s->tables; c++)
        {
          const double loss = sure_loss (all, m->halves[0] + row, m->halves[1] + row, s->tables, c)
                              - (c == before[i] ? worth : 0);
          counting[row + c] = all[c] == HUGE_VAL ? HUGE_VAL : least * exp (fmin (MOST_LOST, loss));
        }
    }
  return counting;
}

int
find_plan (struct comba_plan *plan, struct outcome *o, const struct series *s, const struct measured *m,
           const struct comba_step *choices, const struct comba_plan *builtin, int threads,
           double worth)
{
  double *counting = NULL, gain = 0, spans = 0;
  int *choice = malloc (2 * s->n * sizeof *choice), *before = choice + s->n;
  int failed = choice == NULL, steps = 0;
  if (!failed)
    {
      builtin_choices (before, s, m->all, choices, builtin, threads);
      counting = counting_times (s, m, before, worth);
    }
  failed = failed || counting == NULL
           || best_plan (choice, counting, s->n, s->tables, COMBA_PLAN_STEPS, PENALTY) != 0;
  if (!failed)
    {
      *o = (struct outcome) { .stays = memcmp (choice, before, s->n * sizeof *choice) == 0 };
      *plan = o->stays ? *builtin : (struct comba_plan) { 0 };
      for (size_t i = 0; i < s->n; i++)
        {
          const double *at = m->all + i * s->tables;
          const double loss = expm1 (plan_loss (at, 1, s->tables, choice + i));
          if (loss > o->farthest)
            o->farthest = loss, o->at = s->points[i].n;
          gain += span (s, i) * log (at[before[i]] / at[choice[i]]);
          spans += span (s, i);
          if (o->stays || choice[i] == (i > 0 ? choice[i - 1] : 0))
            continue;
          plan->steps[steps] = choices[choice[i]];
          plan->steps[steps++].from = i > 0 ? between (s, i) : s->points[i].n;
        }
      o->gain = expm1 (gain / spans);
    }
  free (counting);
  free (choice);
  return failed ? -1 : 0;
}
