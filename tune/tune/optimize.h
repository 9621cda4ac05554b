/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The best threshold and the best plan for measured times.

   The loss of a choice at a size is log (its time / the least time there); the sum over the sizes
   is minimised.  Times may be HUGE_VAL (the choice does not suit the size), but not all of one
   size. */

#ifndef TUNE_OPTIMIZE_H
#define TUNE_OPTIMIZE_H

#include <stddef.h>

/* The loss of A at sizes 0..at-1 and B at sizes at..n-1. */
double threshold_loss (const double *a, const double *b, size_t n, size_t at);

/* The AT of least loss, 0..n; the middle one of several. */
size_t best_threshold (const double *a, const double *b, size_t n);

/* The index of the least time; the first of several. */
int least_of (const double *times, int choices);

/* Times of size i: that of choice c is times[i * choices + c]. */

/* The loss of choice plan[i] at sizes i = 0..n-1. */
double plan_loss (const double *times, size_t n, int choices, const int *plan);

/* The loss of one choice at one size, where the best choice is found with other times than those
   that are compared: the best of several is also the luckiest.  It is found in ONE and compared in
   OTHER, and vice versa; the result is the mean.  Where a time is missing in these, ALL is used. */
double fair_loss (const double *all, const double *one, const double *other, int choices, int chosen);

/* The loss of one choice at one size against the best by ALL: 0 unless both ONE and OTHER show a
   loss. */
double sure_loss (const double *all, const double *one, const double *other, int choices, int chosen);

/* A gain, as the mean of logarithms of ratios, and how much of it may be noise. */
struct gain
{
  double gain, noise;
};

/* What choice NEW gains over choice OLD at sizes from..to-1, as a part of the mean over all n sizes.
   The noise is twice the standard error that ONE and OTHER show, at all sizes, or the difference
   between their gains if that is more; HUGE_VAL where no size has both. */
struct gain gain_of (const double *all, const double *one, const double *other, size_t n, int choices,
                     int old, int new, size_t from, size_t to);

/* Whether a gain is more than its noise. */
int is_sure (struct gain g);

/* Fills plan[0..n-1] with the plan of least loss among those with at most STEPS steps, where each
   step costs PENALTY.  A step is a change of the choice; choice 0 precedes the first size.  Returns
   0, or -1 if an allocation fails. */
int best_plan (int *plan, const double *times, size_t n, int choices, int steps,
               double penalty);

#endif
