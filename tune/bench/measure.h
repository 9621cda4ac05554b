/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Timing two libraries against each other.

   A sample is the time of one call, from a loop of calls on the same operands that
   takes SAMPLE_NS, in cycles of the clock as it was just before and after it (clock.h).
   The operands of a job stand at several placements in memory,
   chosen at random to the limb, so that no pair of addresses that happens to
   collide in the cache decides.  A pass visits each placement, checks there that
   both libraries give the same product, and takes SAMPLES of one library, then as many of the
   other, each after calls that are not timed, with readings of the clock before, between and after
   them.  A sample waits a little for the core to be this program's own, and is tried again if it
   was not.

   The time at a placement is the median of its samples in all passes, without those
   next to which a reading found a neighbour; the times of a job are the means
   over the placements where both libraries have NEEDED of them, and the ratio is that of these
   times.  No least times: a reading that was disturbed makes a sample look faster than it was,
   one that was itself disturbed looks slower, and either is rare.

   A side's spread is how far the first and the third quartile of the samples are from each
   other, each divided by the median of its placement.  A job is noisy when the spread of a side is
   above NOISY_SPREAD and NOISY_CYCLES, or when fewer than half of the placements have enough
   samples; if none has, all samples count.  The cycles are for the shortest calls: these fall
   into one of several rhythms with the next one, some cycles apart.

   Where a library has several threads these are awake before its samples are taken, and asleep before those of one
   thread.  All CPUs are looked at right before its samples and right after them, and a neighbour of any leaves them out.

   A neighbour that is busy for as long as a pass takes over one job does no harm, because passes
   go over all jobs and come back to the same one later. */

#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "libraries.h"
#include "plan.h"
#include "../samples.h"

#define SAMPLE_NS 15e3
#define NOISY_SPREAD 0.05
#define NOISY_CYCLES 2

enum
{
  PLACEMENTS = 8,
  SAMPLES = 3,                  /* of a library, at one placement, in one pass */
  TRIES = 2,
  NEEDED = 4
};

struct measurement
{
  struct job job;
  int passes;
  int placements;               /* PLACEMENTS, or fewer for very long operands */
  size_t repeats[SIDES];        /* calls in a sample */
  struct sample *samples[SIDES];        /* SAMPLES for each placement, for each pass */

  double cycles[SIDES];
  double spread[SIDES];
  size_t alone;                 /* samples without a neighbour, of both libraries */
  int scarce;                   /* too few of them somewhere */
};

/* Begins as { .job = JOB }.  One more pass; then what is below SAMPLES from all passes
   so far.
   Returns 0, or -1 after a message on stderr: the libraries differ, or there is no
   memory. */
int measure_pass (struct measurement *m, const struct library libraries[SIDES]);

size_t count_samples (const struct measurement *m);      /* of both libraries */
double measured_ratio (const struct measurement *m);
double measured_spread (const struct measurement *m);   /* the larger one */
int is_noisy (const struct measurement *m);

#endif
