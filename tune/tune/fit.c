/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "fit.h"
#include "../samples.h"
#include <math.h>

#define CUT 0.05                /* by weights: of the times at either end, which may be disturbed */
#define TURNS 8                 /* far more than needed: one is enough if all have all visits */

static double
median (double *x, size_t n)
{
  sort_numbers (x, n);
  return quantile (x, n, 0.5);
}

/* Takes from each visit what is typical of its residuals; adds that to PARTS, one for each. */
static void
take_visits (double *parts, double *residuals, size_t visits, size_t candidates)
{
  double x[candidates];
  for (size_t v = 0; v < visits; v++)
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

/* What is typical of the residuals of a candidate. */
static double
typical_of (const double *residuals, const double *weights, size_t visits, size_t candidates)
{
  struct weighted w[visits];
  double x[visits];
  size_t n = 0;
  for (size_t v = 0; v < visits; v++)
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
take_candidates (double *parts, double *residuals, const double *weights, size_t visits,
                 size_t candidates)
{
  for (size_t c = 0; c < candidates; c++)
    {
      const double m = typical_of (residuals + c, weights, visits, candidates);
      for (size_t v = 0; v < visits && m < HUGE_VAL; v++)
        residuals[v * candidates + c] -= m;
      parts[c] += m;
    }
}

void
fit_times (double *times, double *visited, const double *weights, size_t visits, size_t candidates)
{
  for (size_t c = 0; c < candidates; c++)
    times[c] = visits > 0 ? 0 : HUGE_VAL;
  if (visits == 0)
    return;
  double parts[visits];
  for (size_t v = 0; v < visits; v++)
    parts[v] = 0;
  for (size_t i = 0; i < visits * candidates; i++)
    visited[i] = log (visited[i]);
  for (int turn = 0; turn < TURNS; turn++)
    {
      take_candidates (times, visited, weights, visits, candidates);
      take_visits (parts, visited, visits, candidates);
    }
  const double typical = median (parts, visits);
  for (size_t c = 0; c < candidates; c++)
    times[c] = exp (times[c] + typical);
}
