/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Samples in cycles, and averages of several. */

#ifndef TUNE_SAMPLES_H
#define TUNE_SAMPLES_H

#include "clock.h"
#include <stddef.h>

struct sample
{
  double cycles;                /* HUGE_VAL: no sample */
  int disturbed;                  /* a noisy neighbour used the core */
};

/* A sample of NS nanoseconds between two readings of the clock. */
static inline struct sample
sample_between (double ns, const struct reading *before, const struct reading *after)
{
  return (struct sample) { 2 * ns / (before->cycle_ns + after->cycle_ns),
                           before->disturbed || after->disturbed };
}

void sort_numbers (double *x, size_t n);

/* The quantile P of n numbers in ascending order, n >= 1: interpolated between two of them, or the
   lower one if the other is HUGE_VAL. */
double quantile (const double *x, size_t n, double p);

/* The mean of the middle half of n numbers, n >= 1; sorts them.  It lies between the median, which
   a few outliers do not move, and the mean, for which all numbers count. */
double midmean (double *x, size_t n);

struct weighted
{
  double x, weight;             /* weight > 0 */
};

/* The weighted mean of n numbers, n >= 1, without the least and the greatest, which have the part
   CUT < 1/2 of all weight at either end; sorts them. */
double weighted_mean (struct weighted *x, size_t n, double cut);

/* The median of n samples without the disturbed ones, if at least NEEDED others remain; otherwise
   of all, and it is marked as disturbed.  n >= 1 and NEEDED >= 1. */
struct sample median_sample (const struct sample *s, size_t n, size_t needed);

#endif
