/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Timing two libraries against each other.

   A sample is the time of one call, from a loop of calls on the same operands that
   takes SAMPLE_NS.  The operands of a job stand at several placements in memory,
   chosen at random to the limb, so that no pair of addresses that happens to
   collide in the cache decides.  A pass visits each placement, checks there that
   both libraries give the same product, and takes ROUNDS rounds.  A round is four
   samples, in the order reference, comba, comba, reference; its times are the faster
   sample of each.

   The times at a placement are those of its best round, the one where their product
   is least; the times of a job are the means over its placements, and the ratio is
   that of these times.  What disturbs a sample can only make it slower, so the best
   round is the one that the machine disturbed least, and the same machine gives it
   again.  Both times are from one round because a CPU changes its frequency: the
   fastest of all samples may be one library's alone.  The median of all rounds'
   ratios would depend on the disturbance: a busy neighbour does not slow two
   different mixes of instructions down alike.

   The best is to be trusted when many are near it.  So a side's spread is how far the
   lower quartile of the rounds is from the best, and a job is noisy when the spread
   of a side is above NOISY_SPREAD and NOISY_NS.  It is the quartile because the median
   tells too much even of a quiet machine: a short call falls into one of several rhythms
   with the next one, some cycles apart, and what a branch predictor has learnt
   can hold a loop in a slower mode for a while.  The nanosecond is for the rhythms of
   the shortest calls.  A neighbour that is busy for as long as a pass takes over one
   job shows in the spread, because passes go over all jobs and come back to the same
   one later. */

#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "libraries.h"
#include "plan.h"

#define SAMPLE_NS 30e3
#define NOISY_SPREAD 0.05
#define NOISY_NS 1

enum
{
  PLACEMENTS = 8,
  ROUNDS = 2                    /* at one placement, in one pass */
};

struct round
{
  double ns[SIDES];
};

struct measurement
{
  struct job job;
  int passes;
  int placements;               /* PLACEMENTS, or fewer for very long operands */
  size_t repeats[SIDES];        /* calls in a sample */
  struct round *rounds;         /* ROUNDS for each placement, for each pass */

  double ns[SIDES];
  double spread[SIDES];
};

/* Begins as { .job = JOB }.  One more pass; then ns and spread from all passes
   so far.
   Returns 0, or -1 after a message on stderr: the libraries differ, or there is no
   memory. */
int measure_pass (struct measurement *m, const struct library libraries[SIDES]);

double measured_ratio (const struct measurement *m);
double measured_spread (const struct measurement *m);   /* the larger one */
int is_noisy (const struct measurement *m);

#endif
