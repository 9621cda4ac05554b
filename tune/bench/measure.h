/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Timing two libraries against each other.

   A sample is the time of one call, from a loop of calls that takes SAMPLE_NS, in cycles of the clock
   just before and after it (clock.h).  The calls have the same operands; those of a short operation
   have several sets in turn, other ones in each sample, the same for both libraries.  The operands of
   a job are at several placements in memory, chosen at random to the limb, so that no accidental
   collision of addresses in the cache decides.  A pass goes over all placements and checks that both libraries give the
   same product there.  It takes SAMPLES of one library, then as many of the other, each after calls
   that are not timed, with readings of the clock before, between and after them.  A sample waits a
   little until the core is free of noisy neighbours, and is repeated if it was not.

   The time at a placement is the median of its undisturbed samples in all passes.  The times of a
   job are the means over the placements where both libraries have NEEDED of them, and the ratio is
   that of these times.  Minima are not used: a disturbed reading of the clock makes a sample look
   faster than it was, a disturbed sample looks slower, and both are rare.

   The spread of a library is the distance between the first and the third quartile of its samples,
   each divided by the median of its placement.  A job is noisy when the spread of a library is
   above NOISY_SPREAD and NOISY_CYCLES, or when fewer than half of the placements have enough
   samples; if none has, all samples count.  NOISY_CYCLES is for the shortest calls, which fall into
   one of several rhythms with the next one, some cycles apart.

   A library with several threads has its workers awake before its samples, and asleep before those
   of one thread.  All CPUs are checked right before and after its samples, and a noisy neighbour on
   any of them excludes these.

   On one CPU a sample of a long call counts the time of its own thread alone, as the system would
   interrupt each of them in favour of other programs.

   A noisy neighbour that lasts as long as a pass over one job does no harm, because passes go over
   all jobs and return to the same one later. */

#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "libraries.h"
#include "plan.h"
#include "../samples.h"

#define SAMPLE_NS 15e3
#define LONG_NS 1e6             /* a long sample */
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
  int own_time;                 /* samples count the time of their thread, not the clock's */
  struct sample *samples[SIDES];        /* SAMPLES for each placement and pass */

  double cycles[SIDES];
  double spread[SIDES];
  size_t alone;                 /* undisturbed samples of both libraries */
  int scarce;                   /* some placement has too few of them */
};

/* Begins as { .job = JOB }. Does one more pass, then computes the members below SAMPLES from all
   passes so far.  Returns 0, or -1 after a message on stderr: the libraries differ, or an
   allocation fails. */
int measure_pass (struct measurement *m, const struct library libraries[SIDES]);

size_t count_samples (const struct measurement *m);      /* of both libraries */
double measured_ratio (const struct measurement *m);
double measured_spread (const struct measurement *m);   /* the larger one */
int is_noisy (const struct measurement *m);
int has_too_few_passes (const struct measurement *m);   /* noisy, however quiet the machine was */

#endif
