/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Timing two libraries against each other.

   A sample is the time of one call, from a loop of calls on the same operands that
   takes SAMPLE_NS.  The operands of a job stand at several placements in memory,
   chosen at random to the limb, so that no pair of addresses that happens to
   collide in the cache decides.  A pass visits each placement, checks there that
   both libraries give the same product, and takes ROUNDS of four samples in the
   order reference, comba, comba, reference.

   The time of a job is the mean over its placements of the fastest sample: what
   disturbs a sample can only make it slower, so the fastest is the one that the
   machine disturbed least, and the same machine gives it again.  The ratio is that of
   these times.  A median of pairwise ratios would depend on the disturbance: a
   busy neighbour does not slow two different instruction mixes down alike.

   The fastest sample is to be trusted when many are near it.  So a side's spread is
   the lower quartile, over all samples, of the excess over the fastest at the same
   placement, and a job is noisy when the spread of a side is above NOISY_SPREAD and
   NOISY_NS.  It is the quartile because the median of a quiet machine tells too much:
   a short call falls into one of several rhythms with the next one, some cycles
   apart, and what a branch predictor has learnt can hold a loop in a slower mode for
   a while.  The nanosecond is for the rhythms of the shortest calls.  A
   neighbour that is busy for as long as a pass takes over one job shows in the
   spread, because passes go over all jobs and come back to the same one later. */

#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "libraries.h"
#include "plan.h"

#define SAMPLE_NS 30e3
#define NOISY_SPREAD 0.05       /* of the fastest */
#define NOISY_NS 1              /* nanoseconds more than the fastest */

enum
{
  PLACEMENTS = 8,
  ROUNDS = 2,
  SAMPLES = 2 * ROUNDS          /* of each side, at one placement, in one pass */
};

struct measurement
{
  struct job job;
  int passes;
  int placements;               /* PLACEMENTS, or fewer for very long operands */
  size_t repeats[SIDES];        /* calls in a sample */
  double *samples[SIDES];       /* SAMPLES for each placement, for each pass */

  double ns[SIDES];
  double spread[SIDES];
};

/* Begins as { .job = JOB }.  One more pass: samples, and then ns and spread of all
   there are so far.
   Returns 0, or -1 after a message on stderr: the libraries differ, or there is no
   memory. */
int measure_pass (struct measurement *m, const struct library libraries[SIDES]);

double measured_ratio (const struct measurement *m);
double measured_spread (const struct measurement *m);   /* the larger one */
int is_noisy (const struct measurement *m);

#endif
