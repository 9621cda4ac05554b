/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Sizes in turns: calls of one function at sizes, and of operands at places, that differ from call to call, as in a
   program; what a loop of one call gains by repeating itself is not there. */

#ifndef BENCH_TURNS_H
#define BENCH_TURNS_H

#include "libraries.h"
#include "operands.h"
#include "plan.h"

/* Calls that a CPU cannot learn by heart, where it could learn a dozen. */
#define TURNS 256

struct turn
{
  mp_size_t an, bn;
  mp_size_t r_at, a_at, b_at;   /* limbs, from where the operands are placed */
};

/* Sizes from JOB's turns_from to its an, at random, equal but for MUL; the same ones in every run for one I. */
void choose_turns (struct turn turns[TURNS], const struct job *job, int i);

/* REPEATS calls of mul_n, sqr or mul.  ON is for an = bn = the largest size. */
void turn_calls (const struct library *l, enum function f, const struct operands *on, const struct turn turns[TURNS],
                 size_t repeats);

#endif
