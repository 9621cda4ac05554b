/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What the split methods have in common: the work of one modular product, cut into
   units that are given to workers.

   The product C = AB is a sum of terms C_w beta^at, each a sum of blocks, products of a
   range of A and one of B.  A term is zeroed at one end at most: from limb AT up to limb
   h by a multiple of P from below (PMR), or from its top down to limb n + h by one from
   above (PBR).  The result is (C + QP) / beta^h, reduced, where Q is what all terms take.

   Terms do not depend on each other, and two steps can be set apart from them, each at
   the price of a synchronisation:

     gather_c   the blocks come first, and C is added up before the terms begin;
     gather_q   the terms find their quotients alone, and QP is one product, in slices,
                when Q is added up.

   Where transforms are faster than anything divided, the team does those two products as
   a whole.

   In the end the caller adds up the result and reduces it. */

#ifndef COMBA_SPLIT_RECIPE_H
#define COMBA_SPLIT_RECIPE_H

#include "dispatch/config.h"
#include "parallel/threads.h"

/* A product of limbs a..a+an-1 of A and b..b+bn-1 of B. */
struct comba_block
{
  mp_size_t a, an, b, bn;
  int twice;                    /* in a square: A_i A_j for A_j A_i too */
  int folded;                   /* tripartite: of A_1 + A_0 and B_1 + B_0, cut at h */
};

enum comba_unit_kind
{
  COMBA_UNIT_BLOCK,             /* a block, added to the result, or to C if that is gathered */
  COMBA_UNIT_TERM,              /* a sum of blocks, or limbs of a gathered C, reduced */
  COMBA_UNIT_SLICE              /* of QP: a block, Q for A and P for B */
};

struct comba_unit
{
  enum comba_unit_kind kind;
  int first, blocks;
  mp_size_t at, len;            /* limbs of C; what it carries apart */
  mp_size_t low, high;          /* how many of them are zeroed at an end */
  mp_size_t less_at;            /* tripartite: where it is subtracted besides; or zero */
  uint64_t cost;
  int first_phase, last_phase;  /* when it may be done */
  int phase, worker;            /* when and by whom it is (schedule.h) */
};

#define COMBA_PHASES_MAX 3

struct comba_recipe
{
  mp_size_t n, h;               /* limbs of P, and of the power of beta */
  mp_size_t cn;                 /* limbs of a C that is given: a reduction alone; else zero */
  int parts, square;
  int gather_c, gather_q;
  int transforms;               /* AB and QP are the team's, by transforms: no units */
  int phases, workers;
  int blocks, units;
  struct comba_block *block;
  struct comba_unit *unit;      /* by phase and worker, when scheduled */
  int start[COMBA_PHASES_MAX][COMBA_THREADS_MAX + 1];   /* of a worker's units in a phase */
  uint64_t busiest[COMBA_PHASES_MAX];   /* cost of the busiest worker */
  uint64_t predicted;           /* cost of all, the caller's part and runs of the team too */
};

/* How a method writes its recipe into *R, which has n, h, parts, square, and room for
   blocks and units: for WORKERS workers at most, with costs for CPU configuration K. */
typedef void comba_recipe_fn (struct comba_recipe *r, const struct comba_config *k, int workers);

/* Room for the blocks, and for the units, of any recipe. */
static inline int
comba_recipe_room (int parts, int threads)
{
  return parts * parts + 2 * parts + 4 * threads + 8;
}

/* The recipe of a method for WORKERS workers, scheduled. */
void comba_recipe_for (struct comba_recipe *r, comba_recipe_fn *write,
                       const struct comba_config *k, int workers);

/* The recipe of a method for the number of workers, of at most THREADS, with the
   shortest prediction; scheduled. */
void comba_recipe_make (struct comba_recipe *r, comba_recipe_fn *write,
                        const struct comba_config *k, int threads);

/* What recipes are written with. */

/* A new unit, to be done in phase PHASE. */
struct comba_unit *comba_recipe_unit (struct comba_recipe *r, enum comba_unit_kind kind, int phase);

/* One block more for the newest unit. */
void comba_recipe_block (struct comba_recipe *r, struct comba_block b);

/* The newest unit has all its blocks: its place, and its cost. */
void comba_recipe_close (struct comba_recipe *r, const struct comba_config *k);

/* Units of kind BLOCK or SLICE: the product of an x bn limbs, cut for PIECES workers into
   theta1 x theta2 blocks (paper 003, section 4). */
void comba_recipe_cut (struct comba_recipe *r, const struct comba_config *k,
                       enum comba_unit_kind kind, int phase, struct comba_block whole, int pieces,
                       mp_size_t less_at);

/* Units of kind TERM for a gathered C of CN limbs, and slices for QP. */
void comba_recipe_reduce (struct comba_recipe *r, const struct comba_config *k, int phase,
                          mp_size_t cn, int workers);

/* Whether n is well above where transforms begin to be faster than Toom. */
int comba_has_transforms (const struct comba_config *k, mp_size_t n);

/* Costs in the unit of mul/cost.h: of a sum of n limbs, of a run of the team, and of a sequential Montgomery
   multiplication. */
uint64_t comba_cost_add (const struct comba_config *k, mp_size_t n);
uint64_t comba_cost_run (const struct comba_config *k);
uint64_t comba_cost_montgomery (const struct comba_config *k, mp_size_t n);

#endif
