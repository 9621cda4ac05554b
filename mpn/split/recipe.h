/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The common part of the split methods: the work of one modular product, cut into units that are
   assigned to workers.

   The product C = AB is a sum of terms C_w beta^at, each a sum of blocks, products of a range of A
   and one of B.  A term is zeroed at one end at most: from limb AT up to limb h by a multiple of P
   from below (PMR), or from its top down to limb n + h by one from above (PBR).  The result is (C +
   QP) / beta^h, reduced, where Q is the sum of the quotients of all terms.

   Terms are independent of each other.  Two steps can be separated from them, each at the price of
   a synchronisation:

     gather_c   the blocks come first, and C is added up before the terms begin;
     gather_q   the terms compute only their quotients, and QP is one product, in slices,
                after Q is added up.

   Where transforms are faster than any division into blocks, the pool does those two products as a
   whole.

   At the end the caller adds up the result and reduces it. */

#ifndef COMBA_SPLIT_RECIPE_H
#define COMBA_SPLIT_RECIPE_H

#include "dispatch/config.h"
#include "parallel/pool.h"

/* A product of limbs a..a+an-1 of A and b..b+bn-1 of B. */
struct comba_block
{
  mp_size_t a, an, b, bn;
  int twice;                    /* in a square: A_i A_j stands for A_j A_i, too */
  int folded;                   /* tripartite: of A_1 + A_0 and B_1 + B_0, cut at h */
};

enum comba_unit_kind
{
  COMBA_UNIT_BLOCK,             /* a block, added to the result, or to C if that is gathered */
  COMBA_UNIT_TERM,              /* a sum of blocks, or limbs of a gathered C, reduced */
  COMBA_UNIT_SLICE              /* of QP: a block, with Q for A and P for B */
};

struct comba_unit
{
  enum comba_unit_kind kind;
  int first, blocks;
  mp_size_t at, len;            /* limbs of C; its carry is separate */
  mp_size_t low, high;          /* number of limbs that are zeroed at an end */
  mp_size_t less_at;            /* tripartite: where it is subtracted in addition; or zero */
  uint64_t cost;
  int first_phase, last_phase;  /* phases in which it may be done */
  int phase, worker;            /* phase and worker that do it (split/schedule.h) */
};

#define COMBA_PHASES_MAX 3

struct comba_recipe
{
  mp_size_t n, h;               /* limbs of P, and of the power of beta */
  mp_size_t cn;                 /* limbs of a given C, for a reduction alone; else zero */
  int parts, square;
  int gather_c, gather_q;
  int transforms;               /* the pool does AB and QP by transforms: no units */
  int phases, workers;
  int blocks, units;
  struct comba_block *block;
  struct comba_unit *unit;      /* sorted by phase and worker after scheduling */
  int start[COMBA_PHASES_MAX][COMBA_THREADS_MAX + 1];   /* of a worker's units in a phase */
  uint64_t busiest[COMBA_PHASES_MAX];   /* cost of the busiest worker */
  uint64_t predicted;           /* total cost, including the caller's part and calls of the pool */
};

/* Writes the recipe of a method into *R, which has n, h, parts, square, and room for blocks and
   units; for at most WORKERS workers, with the costs of configuration K. */
typedef void comba_recipe_fn (struct comba_recipe *r, const struct comba_config *k, int workers);

/* Returns how many blocks any recipe has at most, and how many units. */
static inline int
comba_recipe_room (int parts, int threads)
{
  return parts * parts + 2 * parts + 4 * threads + 8;
}

/* Makes the recipe of a method for WORKERS workers, and schedules it.  *R has what comba_recipe_fn
   requires. */
void comba_recipe_for (struct comba_recipe *r, comba_recipe_fn *write,
                       const struct comba_config *k, int workers);

/* The same for the number of workers, at most THREADS, with the shortest predicted time. */
void comba_recipe_make (struct comba_recipe *r, comba_recipe_fn *write,
                        const struct comba_config *k, int threads);

/* Functions that write recipes */

/* Adds a unit, to be done in phase PHASE, and returns it. */
struct comba_unit *comba_recipe_unit (struct comba_recipe *r, enum comba_unit_kind kind, int phase);

/* Adds a block to the newest unit. */
void comba_recipe_block (struct comba_recipe *r, struct comba_block b);

/* Completes the newest unit after its last block: computes its place and cost. */
void comba_recipe_close (struct comba_recipe *r, const struct comba_config *k);

/* Adds units of kind BLOCK or SLICE: the product of an x bn limbs, cut for PIECES workers into
   theta1 x theta2 blocks (paper 003, section 4). */
void comba_recipe_cut (struct comba_recipe *r, const struct comba_config *k,
                       enum comba_unit_kind kind, int phase, struct comba_block whole, int pieces,
                       mp_size_t less_at);

/* Adds units of kind TERM for a gathered C of CN limbs, and slices for QP. */
void comba_recipe_reduce (struct comba_recipe *r, const struct comba_config *k, int phase,
                          mp_size_t cn, int workers);

/* Returns whether n is well above the size from which transforms are faster than Toom. */
int comba_has_transforms (const struct comba_config *k, mp_size_t n);

/* Returns the cost of a sum of n limbs in the unit of mul/cost.h. */
uint64_t comba_cost_add (const struct comba_config *k, mp_size_t n);

/* Returns the cost of a call of the pool without its jobs. */
uint64_t comba_cost_run (const struct comba_config *k);

/* Returns the cost of a sequential Montgomery multiplication. */
uint64_t comba_cost_montgomery (const struct comba_config *k, mp_size_t n);

#endif
