/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Samples in cycles, and what is typical of several. */

#ifndef TUNE_SAMPLES_H
#define TUNE_SAMPLES_H

#include "clock.h"
#include <stddef.h>

struct sample
{
  double cycles;                /* HUGE_VAL: there is none */
  int crowded;                  /* a neighbour had a share in the core */
};

/* What took NS between two readings. */
static inline struct sample
sample_between (double ns, const struct reading *before, const struct reading *after)
{
  return (struct sample) { 2 * ns / (before->cycle_ns + after->cycle_ns),
                           before->crowded || after->crowded };
}

void sort_numbers (double *x, size_t n);

/* What the part P of n numbers in ascending order is below, n >= 1: between two of them, as far
   on the way as P says, or the lower one if the other is HUGE_VAL. */
double quantile (const double *x, size_t n, double p);

/* The mean of the middle half of n numbers, n >= 1, which are sorted: between the median, which a
   few that are far off do not move, and the mean, for which all count. */
double midmean (double *x, size_t n);

struct weighted
{
  double x, weight;             /* weight > 0 */
};

/* The mean of n numbers by their weights, n >= 1, which are sorted, without the least and the greatest,
   as far as these have the part CUT < 1/2 of all weight at either end. */
double weighted_mean (struct weighted *x, size_t n, double cut);

/* The median of n samples, without those that are crowded if NEEDED others are left; else it
   is crowded itself.  n >= 1 and NEEDED >= 1. */
struct sample median_sample (const struct sample *s, size_t n, size_t needed);

#endif
