/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Ways of doing the same thing, and their times. */

#ifndef PAPERS_WAYS_H
#define PAPERS_WAYS_H

#include "words.h"
#include "table.h"
#include "dispatch/config.h"
#include "mul/paths/paths.h"
#include "../bench/libraries.h"
#include "../bench/operands.h"

struct way
{
  /* Does it once: what it reads and writes is in O, how in *W.  Returns 0 if it could not. */
  int (*once) (const struct way *w, const struct operands *o);
  const struct comba_config *k;
  int square;
  int threads;                  /* of a team, the caller's included; or zero */
  const struct comba_pool *pool;        /* the one that does it; NULL for the process's */
  int result;                   /* those with the same number, not zero, give the same in rp[] */
  words_fn *words;
  mp_size_t n;                  /* of words */
  const struct library *library;
  const void *how;              /* for a ONCE of somebody else's */
};

/* rp[] = ap[]^2 if SQUARE, else ap[] * bp[].

   kernel: the basecase of set K; set: as the library does it with set K, on one thread;
   threads: by the columns path, MC2x and MCMx; words: with N words; library: mpn_mul_n. */
struct way way_kernel (const struct comba_config *k, int square);
struct way way_set (const struct comba_config *k, int square);
struct way way_threads (const struct comba_config *k, int square, int threads);
struct way way_words (words_fn *f, mp_size_t n);
struct way way_library (const struct library *l);

/* The limbs that they need. */
static inline mp_size_t
limbs_for (int bits)
{
  return (bits + GMP_LIMB_BITS - 1) / GMP_LIMB_BITS;
}

struct timed
{
  double ns;                    /* NAN if it was not done */
  double spread;                /* as in bench/measure.h */
};

/* The time of each way of multiplying numbers of so many BITS: samples of all alternate,
   at several placements of the operands, and the best at each placement count (see
   bench/measure.h).  Ways with several threads have rounds of their own, since workers that
   look for work would slow the others down. */
void time_ways (const struct way *ways, int n, int bits, struct timed *t);

/* The time of a way with several threads: as it is, if so many CPUs are here; else what the
   busiest thread of each run of the team (mpn/parallel/pool.h) does, when one does its share
   after the other, and what the caller does besides. */
double time_threads (struct way w, int bits);

/* The time of a way with several threads on the OpenMP runtime's threads, or NAN if so many CPUs are not here.
   has_openmp: whether there are such threads; opens their library when it is called first, before spread_threads. */
double time_openmp (struct way w, int bits);
int has_openmp (void);

/* That time as a cell, or the text that there are none. */
void table_openmp (struct table *t, double ns, int decimals);

/* How many runs of the team there are. */
int count_runs (struct way w, int bits);

/* The process's team for W, or the team that W has; NULL if it is not to be had now.
   give_team gives it back. */
const struct comba_pool *take_team (const struct way *w);
void give_team (const struct way *w);

/* How many times were taken so far, and how many of them were noisy. */
struct noise
{
  int all, noisy;
};
extern struct noise noise;

/* Operands of so many bits at placement I of a room for their limbs (bench/operands.h). */
struct operands place_bits (mp_ptr room, int bits, int i);

/* The instructions of one call, one step of a debugger each; NAN where that cannot be.
   (steps.c) */
double count_instructions (const struct way *w, const struct operands *o);

#endif
