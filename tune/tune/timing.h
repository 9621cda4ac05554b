/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Times of several kernel tables over a series of sizes.

   A round at a size takes samples of all tables in turn, there and back (A B B A), with operands at
   other places in each round.  A sample is the time of one call, from a loop of SAMPLE_CYCLES, in
   cycles of the clock right before and after it (clock.h).  A table gets a few more samples until
   two undisturbed ones agree within NOISE, or until there are three undisturbed ones.  A round is
   undisturbed if each table came that far and less than half of all its samples had a noisy
   neighbour.  The time of a table is then the median of its undisturbed samples; in other rounds it
   is the median of all.  A few undisturbed samples among many disturbed ones are worth nothing:
   both hyperthreads of a core stop when the host uses it, and then the time is longest.

   The time at a size is the average of the undisturbed rounds (fit.h), or of all if there are none.
   With several threads a worker may be on the same core, and all rounds count.  For paths the time
   is their mean, with weights while tuning, which depend on the hand-over time between threads
   right before (balance.h). */

#ifndef TUNE_TIMING_H
#define TUNE_TIMING_H

#include "dispatch/config.h"
#include "../samples.h"

/* The timed operation at size n. */
enum shape
{
  SHAPE_MUL,                    /* n x n */
  SHAPE_LONGER,                 /* 3n/2 x n */
  SHAPE_UNBALANCED,             /* 4n x n: for kernels with a fixed size of b */
  SHAPE_SQR,
  SHAPE_DIGITS,                 /* n limbs to decimal */
  SHAPE_LONG,                   /* 8n x n: for transforms, by the shorter operand */
  SHAPE_NARROW,                 /* 8n x n: transforms, by the shorter operand */
  SHAPE_MODULAR,                /* a square modulo an odd number of n limbs */
  SHAPE_MODULAR_MUL,            /* a product modulo an odd number */
  SHAPE_MODULAR_EVEN,           /* a square modulo an even number, by Barrett's representation */
  SHAPE_ROOT,                   /* a square root of n limbs, and the remainder */
  SHAPE_DIVISION,               /* 2n by n */
  SHAPE_DIVISION_NARROW,        /* 5n by 4n */
  SHAPE_DIVISION_EXACT,         /* 2n by n, exact */
  SHAPE_DIVISION_PREPARED,      /* 2n by n, the divisor precomputed */
  SHAPE_SET_STR,                /* n limbs from decimal digits */
  SHAPE_DIVISION_HENSEL,        /* 4n by 2n, exact, n limbs of the quotient from the low end */
  SHAPE_INVERSE,                /* an inverse modulo 2n limbs */
  SHAPE_POWERS,                 /* eight powers modulo n limbs */
  SHAPES
};

#define POWERS_MOST 300         /* limbs, of SHAPE_POWERS */

static inline int
is_modular (enum shape shape)
{
  return shape == SHAPE_MODULAR || shape == SHAPE_MODULAR_MUL || shape == SHAPE_MODULAR_EVEN;
}

static inline int
is_division (enum shape shape)
{
  return shape == SHAPE_DIVISION || shape == SHAPE_DIVISION_NARROW || shape == SHAPE_DIVISION_EXACT
         || shape == SHAPE_DIVISION_HENSEL || shape == SHAPE_DIVISION_PREPARED;
}

void shape_sizes (enum shape shape, mp_size_t n, mp_size_t *an, mp_size_t *bn);

#define SAMPLE_CYCLES 75e3
#define NOISE 0.05
enum { PLACEMENTS = 8, SLOTS = 256 };

struct timed
{
  size_t repeats;               /* calls in a sample */
  int out, hopeless;
  int far;                      /* far from the best: seldom measured */
  double first;                 /* of one that is out: its time when it was tried, or HUGE_VAL */
  double slots[SLOTS];          /* the last rounds, HUGE_VAL if there were no samples */
};

struct point
{
  mp_size_t n;
  int rounds;
  char quiet[SLOTS];            /* the last rounds: whether they were undisturbed */
  double hand_overs[SLOTS];     /* of a balanced series: hand-over times before these rounds */
  struct timed *of;             /* one for each table */
};

/* A threshold that is set to each size (of the shorter operand) before that is timed, within LEAST
   and MOST. */
struct moving
{
  mp_size_t *threshold, least, most;
};

/* The members above the line are its input. */
struct series
{
  enum shape shape;
  int tables;
  const struct comba_config *table;
  const struct moving *moving;
  int movings;
  int strict;                   /* A table stands for one algorithm, or for one path, which is the
                                   only step of its plan.  It is dropped at sizes that it does not
                                   suit.  Except for the first table, it is also dropped where it is
                                   far slower than another one in the first two rounds; with TYPICAL
                                   it has a few more chances.  Tables far from the best have fewer
                                   samples, and so have sizes where all tables but one are far. */
  int exhaustive;               /* strict, but slow tables are tried again at larger sizes */
  int typical;                  /* several threads: over all rounds */
  int balanced;                 /* rounds count by hand-over time, otherwise equally */
  int cold;                     /* each sample is one call after a pause */
  /* ---- */
  struct point *points;         /* in ascending order */
  size_t n;
};

/* Adds sizes from FIRST to LAST, each at least FACTOR times the previous one, unless they exist.
   Returns 0, or -1 if an allocation fails. */
int series_add (struct series *s, mp_size_t first, mp_size_t last, double factor);

/* Measures the sizes with the fewest rounds, in ascending order and at least one, until the clock
   (now_ns) reaches UNTIL.  Returns 0, or -1 if an allocation fails. */
int series_pass (struct series *s, double until);

/* Passes over COUNT series until then, each for its SHARE of the time, in turns of a few seconds:
   so all series see changes that take minutes.  Measures at least one size of each.  Returns 0, or
   -1 if an allocation fails. */
int series_turns (struct series *const s[], const double share[], int count, double until);

/* Removes sizes that were never measured. */
void series_trim (struct series *s);

/* Stores the time of one call of each table, in cycles, in TIMES[0..tables-1]; HUGE_VAL if the
   table does not suit the size or was dropped. */
void series_times_at (const struct series *s, size_t point, double *times);

/* Which rounds: all; one half: every other round, or the first SELDOM of every 2 SELDOM if STRICT;
   the others.  A choice that one half favours by luck has no such luck in the other half. */
enum part { ALL, ONE_HALF, OTHER_HALF };
#define SELDOM 4                /* rounds: a table far from the best has samples in one of so many */

/* The times of all tables at all sizes, by size, from a part of the rounds; HUGE_VAL also if there
   are no such rounds.  For free (); NULL if an allocation fails. */
double *series_times (const struct series *s, enum part part);

/* From all rounds, and from each half.  Returns 0, or -1 if an allocation fails; call measured_free
   in either case. */
struct measured
{
  double *all, *halves[2];
};
int series_measured (const struct series *s, struct measured *m);
void measured_free (struct measured *m);

/* Returns whether a table that takes TIME, in cycles or ns, where BEST is possible need not be
   tried at larger sizes: the cost of calling threads does not explain such a difference. */
int is_hopeless (double time, double best);

void series_free (struct series *s);

/* The part of all rounds so far, except those of several threads, that were disturbed.  Above
   DISTURBED there is a warning. */
double disturbed_rounds (void);
#define DISTURBED 0.25

#endif
