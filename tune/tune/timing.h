/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Times of several kernel tables over a series of sizes.

   A visit to a size takes samples of all tables in turn, there and back (A B B A), on
   operands that stand elsewhere at each visit.  A sample is the time of one call, from
   a loop of SAMPLE_CYCLES, in cycles of the clock as it was right before and after it (clock.h).
   There are more of a table, a few, until two of those without a neighbour on the core agree, but
   for NOISE, or there are three.  Visits in which each table came that far, and that had a
   neighbour in less than half of all samples, are quiet, and the time of a table is the median of
   its samples without one; in other visits it is the median of all.  A few samples without a
   neighbour among many with one are worth nothing: both hyperthreads of a core stand still
   when the host has something to do on it, and then the time is longest.

   What is typical of the quiet visits (fit.h), or of all if there are none, is the time at a size.
   With several threads the core may be a worker's as well, and all visits count; for paths it is their
   mean, where tuned by weights that depend on what a hand-over between threads took right before (balance.h). */

#ifndef TUNE_TIMING_H
#define TUNE_TIMING_H

#include "dispatch/config.h"
#include "../samples.h"

/* What is timed at size n. */
enum shape
{
  SHAPE_MUL,                    /* n x n */
  SHAPE_LONGER,                 /* 3n/2 x n */
  SHAPE_UNBALANCED,             /* 2n x n/2 */
  SHAPE_SQR,
  SHAPE_LONG,                   /* 4n x n: kernels for a fixed size of b */
  SHAPE_NARROW,                 /* 8n x n: transforms, by the shorter operand */
  SHAPE_MODULAR,                /* a square modulo an odd number of n limbs */
  SHAPE_MODULAR_MUL,            /* a product */
  SHAPE_MODULAR_EVEN,           /* an even one: by Barrett's form, as residues that have none */
  SHAPES
};

static inline int
is_modular (enum shape shape)
{
  return shape == SHAPE_MODULAR || shape == SHAPE_MODULAR_MUL || shape == SHAPE_MODULAR_EVEN;
}

void shape_sizes (enum shape shape, mp_size_t n, mp_size_t *an, mp_size_t *bn);

#define SAMPLE_CYCLES 75e3
#define NOISE 0.05
enum { PLACEMENTS = 8, SLOTS = 256 };

struct timed
{
  size_t repeats;               /* calls in a sample */
  int out, hopeless;
  int far;                      /* from the best: seldom looked at */
  double first;                 /* of one that is out: its time when it was tried, or HUGE_VAL */
  double slots[SLOTS];          /* the last visits, HUGE_VAL if it had no samples */
};

struct point
{
  mp_size_t n;
  int visits;
  char quiet[SLOTS];            /* the last visits: whether there was no neighbour */
  double hand_overs[SLOTS];     /* of a balanced series: what they took before these visits */
  struct timed *of;             /* one for each table */
};

/* A threshold that is set to each size (of the shorter operand) before that is timed: LEAST and
   more, and MOST at most. */
struct moving
{
  mp_size_t *threshold, least, most;
};

/* Begins with what is above the line. */
struct series
{
  enum shape shape;
  int tables;
  const struct comba_config *table;
  const struct moving *moving;
  int movings;
  int strict;                   /* a table stands for one algorithm, or for one path, the only
                                   step of its plan, and is out where that is not for the size,
                                   or, but for the first table, is far slower than another one at
                                   the first two visits; with TYPICAL there are a few chances
                                   more, and what is far from the best
                                   has fewer samples, and sizes where all but one are have
                                   fewer visits */
  int exhaustive;               /* strict, but what is far too slow is tried at larger sizes too */
  int typical;                  /* several threads: over all visits */
  int balanced;                 /* these count by what hand-overs take, else all alike */
  int cold;                     /* each sample is one call after a while of nothing */
  /* ---- */
  struct point *points;         /* in ascending order */
  size_t n;
};

/* Adds sizes from FIRST to LAST, each at least FACTOR times the one before, as far as they are not there.  Returns 0,
   or -1 if there is no memory. */
int series_add (struct series *s, mp_size_t first, mp_size_t last, double factor);

/* Visits those sizes that were visited least, in ascending order, one at least, until the
   clock (now_ns) says UNTIL.  Returns 0, or -1 if there is no memory. */
int series_pass (struct series *s, double until);

/* Passes of COUNT series until then, each for its SHARE of the time, in turns of a few seconds: what
   changes with the minutes is then seen by all of them.  Visits one size of each at least.  Returns
   0, or -1 if there is no memory. */
int series_turns (struct series *const s[], const double share[], int count, double until);

/* Forgets sizes that were never visited. */
void series_trim (struct series *s);

/* The time of one call of each table, in cycles, to TIMES[0..tables-1]; HUGE_VAL if the table is not
   for this size, or was hopeless before. */
void series_times_at (const struct series *s, size_t point, double *times);

/* Which visits: all; the first SELDOM, of 2 SELDOM each; the others.  What is best by one half is no luckier than
   others in the other one. */
enum part { ALL, ONE_HALF, OTHER_HALF };
#define SELDOM 4                /* visits: what is far from the best has samples once in so many */

/* The times of all tables at all sizes, by size, as a part of the visits found them; HUGE_VAL too if there are none
   of it.  For free (); NULL if there is no memory. */
double *series_times (const struct series *s, enum part part);

/* By all, and by each half.  0, or -1 if there is no memory; for measured_free in either case. */
struct measured
{
  double *all, *halves[2];
};
int series_measured (const struct series *s, struct measured *m);
void measured_free (struct measured *m);

/* Whether something that takes TIME, in cycles or ns, where BEST is possible need not be tried at
   larger sizes: what it costs to call threads is not the reason. */
int is_hopeless (double time, double best);

void series_free (struct series *s);

/* The part of all visits so far, but those of several threads, that were not quiet. */
double crowded_visits (void);

#endif
