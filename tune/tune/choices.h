/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The ways to do a product, or a modular one, with up to a number of threads. */

#ifndef TUNE_CHOICES_H
#define TUNE_CHOICES_H

#include "timing.h"
#include "mul/paths/paths.h"

/* Numbers of threads worth trying. */
enum { TEAM_SIZES = 11, CHOICES_MAX = 1 + (COMBA_PATHS - 1) * TEAM_SIZES + COMBA_PLAN_STEPS };
extern const int team_sizes[TEAM_SIZES];

/* The plan of a table for a shape. */
const struct comba_plan *plan_of (const struct comba_config *k, enum shape shape);

/* Sequential, then each path that there is for the shape, with each number of threads below THREADS that is worth
   trying, and with THREADS, or as many as the path has work for in the set k.  Returns how many. */
int list_choices (struct comba_step choices[CHOICES_MAX], const struct comba_config *k, int threads, enum shape shape);

/* These, and the steps of the plan of k that are not among them: what is said of more threads than the path has work for is
   something else (split/modulus.c). */
int list_with_plan (struct comba_step choices[CHOICES_MAX], const struct comba_config *k, int threads, enum shape shape);

/* The choice of a plan at size n, with no more than THREADS; 0 if it is not in the list. */
int choice_at (const struct comba_plan *plan, mp_size_t n, const struct comba_step *choices,
               int count, int threads);

/* Tables like k, one for each choice, which is the only step of their plans, also if
   workers sleep; for free ().  NULL if there is no memory. */
struct comba_config *choice_tables (const struct comba_config *k,
                                     const struct comba_step *choices, int count);

#endif
