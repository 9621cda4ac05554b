/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The possible steps of a plan for a product, or a modular product, with up to some number of
   threads. */

#ifndef TUNE_CHOICES_H
#define TUNE_CHOICES_H

#include "timing.h"
#include "mul/paths/paths.h"

/* Numbers of threads worth trying. */
enum { THREAD_COUNTS = 11, CHOICES_MAX = 1 + (COMBA_PATHS - 1) * THREAD_COUNTS + COMBA_PLAN_STEPS };
extern const int thread_counts[THREAD_COUNTS];

/* The plan of a table for a shape. */
const struct comba_plan *plan_of (const struct comba_config *k, enum shape shape);

/* Lists the sequential step, then each path that exists for the shape: with each number of threads
   below THREADS that is worth trying, and with THREADS, or as many as the path has work for in
   configuration k.  Returns the number of steps. */
int list_choices (struct comba_step choices[CHOICES_MAX], const struct comba_config *k, int threads, enum shape shape);

/* The same, and the steps of k's plan that are not among them: a step with more threads than the
   path has work for may have another meaning (split/modulus.c). */
int list_with_plan (struct comba_step choices[CHOICES_MAX], const struct comba_config *k, int threads, enum shape shape);

/* The choice of a plan at size n with at most THREADS threads; 0 if it is not in the list. */
int choice_at (const struct comba_plan *plan, mp_size_t n, const struct comba_step *choices,
               int count, int threads);

/* Copies of k, one for each choice, with that choice as the only step of their plans, even if
   workers sleep; for free ().  NULL if an allocation fails. */
struct comba_config *choice_tables (const struct comba_config *k,
                                     const struct comba_step *choices, int count);

#endif
