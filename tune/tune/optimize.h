/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The best threshold and the best plan for times that were measured.

   What a choice loses at a size is log (its time / the least time there); what is to
   be least is the sum over the sizes.  Times may be HUGE_VAL (that choice is not for
   this size), but not all of one size. */

#ifndef TUNE_OPTIMIZE_H
#define TUNE_OPTIMIZE_H

#include <stddef.h>

/* The loss of A at sizes 0..at-1 and B at sizes at..n-1. */
double threshold_loss (const double *a, const double *b, size_t n, size_t at);

/* The AT of least loss, 0..n; of several, the middle one. */
size_t best_threshold (const double *a, const double *b, size_t n);

/* Which one is least: of several the first. */
int least_of (const double *times, int choices);

/* Times of size i: those of choice c at times[i * choices + c]. */

/* The loss of choice plan[i] at sizes i = 0..n-1. */
double plan_loss (const double *times, size_t n, int choices, const int *plan);

/* The loss of one choice at one size, whose best is found by other times than it is compared with: the
   best of several is also the luckiest one.  It is taken from ONE and compared in OTHER, and the other way
   round, which gives the mean; where a time is missing in these, by ALL. */
double fair_loss (const double *all, const double *one, const double *other, int choices, int chosen);

/* What one choice loses at one size to the one that is best by ALL: 0 if ONE or OTHER says that nothing is lost. */
double sure_loss (const double *all, const double *one, const double *other, int choices, int chosen);

/* Fills plan[0..n-1]: of the plans with at most STEPS steps, the one whose loss is
   least if each step costs PENALTY.  A step is a change of the choice; choice 0 is
   what precedes the first size.  Returns 0, or -1 if there is no memory. */
int best_plan (int *plan, const double *times, size_t n, int choices, int steps,
               double penalty);

#endif
