/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Implementations of the same operation, and their times. */

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
  /* Does the operation once: its operands and results are in O, its parameters in *W.  Returns 0 if
     that is not possible. */
  int (*once) (const struct way *w, const struct operands *o);
  const struct comba_config *k;
  int square;
  int threads;                  /* of the pool, including the caller; or zero */
  const struct comba_pool *pool;        /* the pool that does it; NULL for the process's */
  int result;                   /* ways with the same number, not zero, give the same rp[] */
  words_fn *words;
  mp_size_t n;                  /* of words */
  const struct library *library;
  const void *how;              /* for other implementations of ONCE */
};

/* rp[] = ap[]^2 if SQUARE, else ap[] * bp[].

   kernel: the basecase of configuration K; config: the library's product with configuration K, on
   one thread; threads: by the columns path, MC2x and MCMx; words: with N words; library:
   mpn_mul_n. */
struct way way_kernel (const struct comba_config *k, int square);
struct way way_config (const struct comba_config *k, int square);
struct way way_threads (const struct comba_config *k, int square, int threads);
struct way way_words (words_fn *f, mp_size_t n);
struct way way_library (const struct library *l);

/* The limbs for so many bits. */
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

/* The time of each way of multiplying numbers of BITS bits.  Samples of all ways alternate, at
   several placements of the operands, and the best at each placement count (see bench/measure.h).
   Ways with several threads have rounds of their own, because polling workers would slow the others
   down. */
void time_ways (const struct way *ways, int n, int bits, struct timed *t);

/* The time of a way with several threads: measured, if there are as many CPUs; else the time of the
   busiest job of each call of the pool (mpn/parallel/pool.h), when the jobs are done one after the
   other, plus the caller's time outside of these calls. */
double time_threads (struct way w, int bits);

/* The time of a way with several threads of the OpenMP runtime, or NAN if there are too few CPUs.
   has_openmp: whether there are such threads; its first call opens their library, before
   spread_threads. */
double time_openmp (struct way w, int bits);
int has_openmp (void);

/* That time as a cell, or a text that there are no such threads. */
void table_openmp (struct table *t, double ns, int decimals);

/* The number of calls of the pool. */
int count_runs (struct way w, int bits);

/* Takes the process's pool for W, or W's own; NULL if it is not available now.  give_pool gives it
   back. */
const struct comba_pool *take_pool (const struct way *w);
void give_pool (const struct way *w);

/* Passes over the placements of a time's operands, and at most twice as many more while a way is noisy. */
enum { PASSES_MAX = 100 };
extern int passes;

/* The number of times so far, and how many of them were noisy. */
struct noise
{
  int all, noisy;
};
extern struct noise noise;

/* Operands of BITS bits at placement I of the room for their limbs (bench/operands.h). */
struct operands place_bits (mp_ptr room, int bits, int i);

/* The instructions of one call, counted by a debugger's steps; NAN where that is not possible.
   (steps.c) */
double count_instructions (const struct way *w, const struct operands *o);

#endif
