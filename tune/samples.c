/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "samples.h"
#include <math.h>
#include <stdlib.h>

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

void
sort_numbers (double *x, size_t n)
{
  qsort (x, n, sizeof *x, compare);
}

double
quantile (const double *x, size_t n, double p)
{
  const double at = p * (n - 1);
  const size_t i = (size_t) at;
  return i + 1 < n && x[i + 1] < HUGE_VAL ? x[i] + (at - i) * (x[i + 1] - x[i]) : x[i];
}

double
midmean (double *x, size_t n)
{
  const size_t out = (n + 1) / 4;
  double sum = 0;
  sort_numbers (x, n);
  for (size_t i = out; i < n - out; i++)
    sum += x[i];
  return sum / (n - 2 * out);
}

static int
compare_weighted (const void *a, const void *b)
{
  return compare (&((const struct weighted *) a)->x, &((const struct weighted *) b)->x);
}

double
weighted_mean (struct weighted *x, size_t n, double cut)
{
  double all = 0, below = 0, sum = 0, taken = 0;
  qsort (x, n, sizeof *x, compare_weighted);
  for (size_t i = 0; i < n; i++)
    all += x[i].weight;
  for (size_t i = 0; i < n; below += x[i++].weight)
    {
      const double first = fmax (below, cut * all), last = fmin (below + x[i].weight, (1 - cut) * all);
      if (last > first)
        sum += (last - first) * x[i].x, taken += last - first;
    }
  return sum / taken;
}

struct sample
median_sample (const struct sample *s, size_t n, size_t needed)
{
  double cycles[n];
  size_t cached = 0;
  int disturbed = 0;
  for (size_t i = 0; i < n; i++)
    if (!s[i].disturbed)
      cycles[cached++] = s[i].cycles;
  if (cached < needed)
    {
      disturbed = 1;
      for (cached = 0; cached < n; cached++)
        cycles[cached] = s[cached].cycles;
    }
  sort_numbers (cycles, cached);
  return (struct sample) { quantile (cycles, cached, 0.5), disturbed };
}
