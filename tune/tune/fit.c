/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "fit.h"
#include "../samples.h"
#include <math.h>

#define CUT 0.05                /* with weights: the part of the times at either end, which may be
                                   disturbed */
#define TURNS 8                 /* far more than needed: one is enough if each candidate has a time
                                   in each round */

static double
median (double *x, size_t n)
{
  sort_numbers (x, n);
  return quantile (x, n, 0.5);
}

/* Subtracts from each round the median of its residuals, and adds it to PARTS, one for each
   round. */
static void
take_rounds (double *parts, double *residuals, size_t rounds, size_t candidates)
{
  double x[candidates];
  for (size_t v = 0; v < rounds; v++)
    {
      double *r = residuals + v * candidates;
      size_t n = 0;
      for (size_t c = 0; c < candidates; c++)
        if (r[c] < HUGE_VAL)
          x[n++] = r[c];
      const double m = n > 0 ? median (x, n) : 0;
      for (size_t c = 0; c < candidates; c++)
        r[c] -= m;
      parts[v] += m;
    }
}

/* The average of the residuals of a candidate. */
static double
typical_of (const double *residuals, const double *weights, size_t rounds, size_t candidates)
{
  struct weighted w[rounds];
  double x[rounds];
  size_t n = 0;
  for (size_t v = 0; v < rounds; v++)
    if (residuals[v * candidates] < HUGE_VAL)
      {
        x[n] = residuals[v * candidates];
        w[n] = (struct weighted) { x[n], weights != NULL ? weights[v] : 1 };
        n++;
      }
  return n == 0 ? HUGE_VAL : weights != NULL ? weighted_mean (w, n, CUT) : midmean (x, n);
}

/* The same for candidates. */
static void
take_candidates (double *parts, double *residuals, const double *weights, size_t rounds,
                 size_t candidates)
{
  for (size_t c = 0; c < candidates; c++)
    {
      const double m = typical_of (residuals + c, weights, rounds, candidates);
      for (size_t v = 0; v < rounds && m < HUGE_VAL; v++)
        residuals[v * candidates + c] -= m;
      parts[c] += m;
    }
}

void
fit_times (double *times, double *measured, const double *weights, size_t rounds, size_t candidates)
{
  for (size_t c = 0; c < candidates; c++)
    times[c] = rounds > 0 ? 0 : HUGE_VAL;
  if (rounds == 0)
    return;
  double parts[rounds];
  for (size_t v = 0; v < rounds; v++)
    parts[v] = 0;
  for (size_t i = 0; i < rounds * candidates; i++)
    measured[i] = log (measured[i]);
  for (int turn = 0; turn < TURNS; turn++)
    {
      take_candidates (times, measured, weights, rounds, candidates);
      take_rounds (parts, measured, rounds, candidates);
    }
  const double typical = median (parts, rounds);
  for (size_t c = 0; c < candidates; c++)
    times[c] = exp (times[c] + typical);
}
