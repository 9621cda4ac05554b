/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "optimize.h"
#include <math.h>
#include <stdlib.h>

double
threshold_loss (const double *a, const double *b, size_t n, size_t at)
{
  double loss = 0;
  for (size_t i = 0; i < n; i++)
    loss += log ((i < at ? a[i] : b[i]) / fmin (a[i], b[i]));
  return loss;
}

size_t
best_threshold (const double *a, const double *b, size_t n)
{
  size_t first = 0, last = 0;
  double least = HUGE_VAL;
  for (size_t at = 0; at <= n; at++)
    {
      double loss = threshold_loss (a, b, n, at);
      if (loss < least)
        first = at, least = loss;
      if (loss <= least)
        last = at;
    }
  return first + (last - first) / 2;
}

int
least_of (const double *times, int choices)
{
  int best = 0;
  for (int c = 1; c < choices; c++)
    if (times[c] < times[best])
      best = c;
  return best;
}

double
plan_loss (const double *times, size_t n, int choices, const int *plan)
{
  double loss = 0;
  for (size_t i = 0; i < n; i++, times += choices)
    loss += log (times[plan[i]] / times[least_of (times, choices)]);
  return loss;
}

double
fair_loss (const double *all, const double *one, const double *other, int choices, int chosen)
{
  double sum = 0;
  int n = 0;
  for (int i = 0; i < 2; i++)
    {
      const double *by = i == 0 ? one : other, *in = i == 0 ? other : one;
      const int best = least_of (by, choices);
      if (by[best] < HUGE_VAL && in[best] < HUGE_VAL && in[chosen] < HUGE_VAL)
        sum += log (in[chosen] / in[best]), n++;
    }
  return n > 0 ? sum / n : plan_loss (all, 1, choices, &chosen);
}

double
sure_loss (const double *all, const double *one, const double *other, int choices, int chosen)
{
  const int best = least_of (all, choices);
  const double *const halves[] = { one, other };
  for (int i = 0; i < 2; i++)
    if (halves[i][best] == HUGE_VAL || halves[i][chosen] <= halves[i][best])
      return 0;
  return plan_loss (all, 1, choices, &chosen);
}

/* log (time of OLD / time of NEW) at a size; HUGE_VAL if there is no time. */
static double
ratio_at (const double *times, size_t i, int choices, int old, int new)
{
  const double a = times[i * choices + old], b = times[i * choices + new];
  return a < HUGE_VAL && b < HUGE_VAL ? log (a / b) : HUGE_VAL;
}

struct gain
gain_of (const double *all, const double *one, const double *other, size_t n, int choices, int old,
         int new, size_t from, size_t to)
{
  double gain = 0, squares = 0, apart = 0;
  size_t both = 0;
  for (size_t i = 0; i < n; i++)
    {
      const int counts = i >= from && i < to;
      const double whole = ratio_at (all, i, choices, old, new), a = ratio_at (one, i, choices, old, new),
                   b = ratio_at (other, i, choices, old, new);
      if (counts && whole < HUGE_VAL)
        gain += whole;
      if (a == HUGE_VAL || b == HUGE_VAL)
        continue;
      both++;
      squares += (a - b) * (a - b);
      if (counts)
        apart += a - b;
    }
  if (from >= to)
    return (struct gain) { 0, 0 };
  if (both == 0)
    return (struct gain) { gain / (double) n, HUGE_VAL };
  /* The mean of both halves has half the deviation of their difference. */
  const double error = sqrt (squares / (double) both) / 2 * sqrt ((double) (to - from));
  return (struct gain) { gain / (double) n, fmax (2 * error, fabs (apart)) / (double) n };
}

int
is_sure (struct gain g)
{
  return g.gain > g.noise;
}

/* Dynamic programming: the least cost of sizes 0..i with at most s steps and choice c at size i,
   and the choice at size i-1 that leads to it. */
struct state
{
  double cost;
  int before;
};

int
best_plan (int *plan, const double *times, size_t n, int choices, int steps, double penalty)
{
  size_t row = (size_t) (steps + 1) * choices;
  struct state *states = malloc ((n + 1) * row * sizeof *states);
  if (states == NULL)
    return -1;

  /* States 0: before the first size. */
  for (size_t j = 0; j < row; j++)
    states[j].cost = j % choices == 0 ? 0 : HUGE_VAL;

  for (size_t i = 0; i < n; i++)
    {
      const struct state *from = states + i * row;
      struct state *to = states + (i + 1) * row;
      double least = times[i * choices + least_of (times + i * choices, choices)];
      for (int s = 0; s <= steps; s++)
        {
          const struct state *stay = from + s * choices, *change = stay - choices;
          int best = 0;
          if (s > 0)
            for (int c = 1; c < choices; c++)
              if (change[c].cost < change[best].cost)
                best = c;
          for (int c = 0; c < choices; c++)
            {
              struct state *state = &to[s * choices + c];
              *state = (struct state) { stay[c].cost, c };
              if (s > 0 && change[best].cost + penalty < state->cost)
                *state = (struct state) { change[best].cost + penalty, best };
              state->cost += log (times[i * choices + c] / least);
            }
        }
    }

  int s = steps, c = 0;
  const struct state *last = states + n * row + s * choices;
  for (int other = 1; other < choices; other++)
    if (last[other].cost < last[c].cost)
      c = other;
  for (size_t i = n; i-- > 0;)
    {
      plan[i] = c;
      int before = states[(i + 1) * row + s * choices + c].before;
      s -= before != c;
      c = before;
    }
  free (states);
  return 0;
}
