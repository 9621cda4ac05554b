/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What several candidates take, from visits in which they were timed one right after the other.

   What slows a CPU down for a while, a neighbour on the core above all, slows all of a visit, and
   about alike: so the logarithm of a time is taken for what the candidate takes, and what
   the visit adds, and noise.  Both are found by turns (Tukey's median polish): a visit's part is the
   median over its candidates, a candidate's the midmean over the visits.  So candidates that were
   timed in other visits can be compared, and neither a few times nor a few visits that are far
   off count.

   With several threads some visits find the CPUs far from each other and others near, and what a
   candidate takes, against the others, has several values.  What counts then is the mean over all
   visits, by weights: midmeans would follow what is found most often alone. */

#ifndef TUNE_FIT_H
#define TUNE_FIT_H

#include <stddef.h>

/* TIMES[c] from VISITED[v * candidates + c], all > 0, HUGE_VAL where there is none: as in a
   typical visit, or HUGE_VAL if c has no time at all.  WEIGHTS are those of the visits, > 0; NULL:
   midmeans.  Changes VISITED. */
void fit_times (double *times, double *visited, const double *weights, size_t visits, size_t candidates);

#endif
