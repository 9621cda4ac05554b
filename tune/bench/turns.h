/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Sizes in turns: calls of one function at sizes and places that differ from call to call, as in a
   program.  They do not gain from repetition as a loop of one call does. */

#ifndef BENCH_TURNS_H
#define BENCH_TURNS_H

#include "libraries.h"
#include "operands.h"
#include "plan.h"

/* More calls than a CPU's branch predictor can learn; it can learn a dozen. */
#define TURNS 256

struct turn
{
  mp_size_t an, bn;
  mp_size_t r_at, a_at, b_at;   /* limbs, from the beginning of the operand's area */
};

/* Random sizes from JOB's turns_from to its an, equal except for MUL; the same ones in every run
   for the same I. */
void choose_turns (struct turn turns[TURNS], const struct job *job, int i);

/* REPEATS calls of mul_n, sqr or mul.  ON is for an = bn = the largest size. */
void turn_calls (const struct library *l, enum function f, const struct operands *on, const struct turn turns[TURNS],
                 size_t repeats);

#endif
