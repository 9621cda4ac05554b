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

/* The part of a series, by the logarithm of sizes, that a size stands for: there are more sizes
   where a plan changes. */
static double
span (const struct series *s, size_t i)
{
  const size_t before = i > 0 ? i - 1 : 0, after = i + 1 < s->n ? i + 1 : i;
  return log ((double) s->points[after].n / s->points[before].n);
}

/* What a step of a plan costs: 3 % at three sizes, as the best of many choices is also the luckiest.
   What is lost at a size counts up to two steps: so one size alone, for which a CPU may have been taken
   away, makes none. */
#define PENALTY 0.1

/* The times, with no more than counts; NULL if there is no memory. */
static double *
counting_times (const struct series *s, const double *times)
{
  double *counting = malloc (s->n * s->tables * sizeof *counting);
  for (size_t i = 0; counting != NULL && i < s->n; i++)
    {
      double *at = counting + i * s->tables, least = HUGE_VAL;
      memcpy (at, times + i * s->tables, s->tables * sizeof *at);
      for (int c = 0; c < s->tables; c++)
        least = fmin (least, at[c]);
      for (int c = 0; c < s->tables; c++)
        if (at[c] < HUGE_VAL)
          at[c] = fmin (at[c], least * exp (2 * PENALTY));
    }
  return counting;
}

int
find_plan (struct comba_plan *plan, struct outcome *o, const struct series *s, const double *times,
           const struct comba_step *choices, const struct comba_plan *builtin, int threads,
           double worth)
{
  double *counting = counting_times (s, times), gain = 0, spans = 0;
  int *choice = malloc (2 * s->n * sizeof *choice), *before = choice + s->n;
  int failed = counting == NULL || choice == NULL
               || best_plan (choice, counting, s->n, s->tables, COMBA_PLAN_STEPS, PENALTY) != 0;
  for (size_t i = 0; i < s->n && !failed; i++)
    {
      const double *at = counting + i * s->tables;
      before[i] = choice_at (builtin, s->points[i].n, choices, s->tables, threads);
      if (at[before[i]] == HUGE_VAL)
        before[i] = 0;          /* that path leaves it to the sequential one */
      gain += span (s, i) * log (at[before[i]] / at[choice[i]]);
      spans += span (s, i);
    }
  if (!failed)
    {
      const int stays = gain <= worth * spans;
      int steps = 0;
      *o = (struct outcome) { .stays = stays, .gain = stays ? 0 : expm1 (gain / spans) };
      *plan = stays ? *builtin : (struct comba_plan) { 0 };
      if (stays)
        memcpy (choice, before, s->n * sizeof *choice);
      for (size_t i = 0; i < s->n; i++)
        {
          const double loss = expm1 (plan_loss (times + i * s->tables, 1, s->tables, choice + i));
          if (loss > o->farthest)
            o->farthest = loss, o->at = s->points[i].n;
          if (stays || choice[i] == (i > 0 ? choice[i - 1] : 0))
            continue;
          plan->steps[steps] = choices[choice[i]];
          plan->steps[steps++].from = i > 0 ? between (s, i) : s->points[i].n;
        }
    }
  free (counting);
  free (choice);
  return failed ? -1 : 0;
}
