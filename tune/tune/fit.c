/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "fit.h"
#include "../samples.h"
#include <math.h>

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

/* The same for candidates. */
static void
take_candidates (double *parts, double *residuals, size_t visits, size_t candidates)
{
  double x[visits];
  for (size_t c = 0; c < candidates; c++)
    {
      size_t n = 0;
      for (size_t v = 0; v < visits; v++)
        if (residuals[v * candidates + c] < HUGE_VAL)
          x[n++] = residuals[v * candidates + c];
      const double m = n > 0 ? midmean (x, n) : HUGE_VAL;
      for (size_t v = 0; v < visits && n > 0; v++)
        residuals[v * candidates + c] -= m;
      parts[c] += m;
    }
}

void
fit_times (double *times, double *visited, size_t visits, size_t candidates)
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
      take_candidates (times, visited, visits, candidates);
      take_visits (parts, visited, visits, candidates);
    }
  const double typical = median (parts, visits);
  for (size_t c = 0; c < candidates; c++)
    times[c] = exp (times[c] + typical);
}
