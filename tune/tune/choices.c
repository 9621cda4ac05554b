/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "choices.h"
#include "residue/representation.h"
#include <stdlib.h>

const int thread_counts[THREAD_COUNTS] = { 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, COMBA_THREADS_MAX };

const struct comba_plan *
plan_of (const struct comba_config *k, enum shape shape)
{
  return shape == SHAPE_SQR ? &k->plans.sqr
         : shape == SHAPE_MUL ? &k->plans.mul
         : shape == SHAPE_MODULAR || shape == SHAPE_MODULAR_MUL ? &k->plans.mod
         : shape == SHAPE_MODULAR_EVEN ? &k->plans.mod_even : &k->plans.mul_unbalanced;
}

static int
is_for (int path, enum shape shape)
{
  return shape == SHAPE_MODULAR ? path >= COMBA_PATH_CACHED
         : shape == SHAPE_MODULAR_EVEN ? path == COMBA_PATH_CACHED
         : shape == SHAPE_SQR ? comba_paths[path].sqr != NULL : comba_paths[path].mul != NULL;
}

/* The most threads for which the path has work. */
static int
most_threads (const struct comba_config *k, int path)
{
  return path == COMBA_PATH_CRT_BIPARTITE ? comba_pool_representation_crt_bipartite.most
         : path == COMBA_PATH_RADIX_BIPARTITE ? (k->radix_bipartite != NULL ? k->radix_bipartite->most : 1) : COMBA_THREADS_MAX;
}

/* The path with each number of threads. */
static int
list_thread_counts (struct comba_step *choices, int path, int threads)
{
  int n = 0, last = 0;
  for (int i = 0; !last; i++)
    {
      last = i == THREAD_COUNTS - 1 || thread_counts[i] >= threads;
      choices[n++] = (struct comba_step) { 1, path, last ? threads : thread_counts[i] };
    }
  return n;
}

static int
least (int a, int b)
{
  return a < b ? a : b;
}

int
list_choices (struct comba_step choices[CHOICES_MAX], const struct comba_config *k, int threads, enum shape shape)
{
  int n = 0;
  choices[n++] = (struct comba_step) { 1, COMBA_PATH_SEQUENTIAL, 1 };
  for (int path = 0; path < COMBA_PATHS; path++)
    {
      const int most = least (threads, most_threads (k, path));
      if (most >= 2 && is_for (path, shape))
        n += list_thread_counts (choices + n, path, most);
    }
  return n;
}

static int
find_choice (const struct comba_step *step, const struct comba_step *choices, int count)
{
  for (int c = 0; c < count; c++)
    if (choices[c].path == step->path && choices[c].threads == step->threads)
      return c;
  return 0;
}

int
choice_at (const struct comba_plan *plan, mp_size_t n, const struct comba_step *choices, int count,
           int threads)
{
  struct comba_step step = choices[0];
  for (int i = 0; i < COMBA_PLAN_STEPS && plan->steps[i].threads != 0
                  && plan->steps[i].from <= n; i++)
    step = plan->steps[i];
  if (step.threads > threads)
    step.threads = threads;
  return find_choice (&step, choices, count);
}

int
list_with_plan (struct comba_step choices[CHOICES_MAX], const struct comba_config *k, int threads, enum shape shape)
{
  const struct comba_plan *plan = plan_of (k, shape);
  int count = list_choices (choices, k, threads, shape);
  for (int i = 0; i < COMBA_PLAN_STEPS && plan->steps[i].threads != 0; i++)
    {
      struct comba_step step = plan->steps[i];
      step.from = 1;
      step.threads = least (step.threads, threads);
      if (step.threads > 1 && find_choice (&step, choices, count) == 0)
        choices[count++] = step;
    }
  return count;
}

struct comba_config *
choice_tables (const struct comba_config *k, const struct comba_step *choices, int count)
{
  struct comba_config *tables = malloc (count * sizeof *tables);
  for (int c = 0; tables != NULL && c < count; c++)
    {
      tables[c] = *k;
      tables[c].thresholds.parallel_wake = 1;
      tables[c].plans = (struct comba_plans) {
#define X(name) .name = { { choices[c] } },
        COMBA_PLANS (X)
#undef X
      };
    }
  return tables;
}
