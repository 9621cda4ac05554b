/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The times of several candidates, from rounds in which they were timed one right after the other.

   A noisy neighbour slows a CPU down for a while, and all candidates of a round about equally.  So
   the logarithm of a time is the sum of the candidate's part, the round's part, and noise.  Both
   parts are found alternately (Tukey's median polish): a round's part is the median over its
   candidates, a candidate's the midmean over the rounds.  So candidates that were timed in
   different rounds can be compared, and a few outliers, in times or in rounds, do not count.

   With several threads the CPUs are far from each other in some rounds and near in others, and the
   relative time of a candidate has several values.  Then the weighted mean over all rounds counts:
   midmeans would only show the most common state. */

#ifndef TUNE_FIT_H
#define TUNE_FIT_H

#include <stddef.h>

/* TIMES[c] from MEASURED[v * candidates + c], all > 0, or HUGE_VAL where there is none: the time in
   a typical round, or HUGE_VAL if c has no time at all.  WEIGHTS are those of the rounds, > 0;
   NULL: midmeans.  Changes MEASURED. */
void fit_times (double *times, double *measured, const double *weights, size_t rounds, size_t candidates);

#endif
