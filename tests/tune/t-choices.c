/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: the steps for a product by several threads, and which of them a plan uses. */

#include "../tests.h"
#include "../../tune/tune/choices.h"
#include "residue/representation.h"
#include <stdlib.h>

static int
is_same (const struct comba_step *a, const struct comba_step *b)
{
  return a->path == b->path && a->threads == b->threads;
}

static void
check_list (const struct comba_config *k, enum shape shape, int threads)
{
  struct comba_step choices[CHOICES_MAX];
  int count = list_choices (choices, k, threads, shape), most = 0;
  check_begin ("%s: choices of shape %d for %d threads", k->name, shape, threads);
  if (count < 2 || count > CHOICES_MAX)
    check_fail ("%d choices", count);
  if (choices[0].path != COMBA_PATH_SEQUENTIAL || choices[0].threads != 1)
    check_fail ("the first is path %d", choices[0].path);
  for (int c = 1; c < count; c++)
    {
      const struct comba_path *path = &comba_paths[choices[c].path];
      const char *name = comba_path_names[choices[c].path];
      if (choices[c].threads < 2 || choices[c].threads > threads)
        check_fail ("%d threads", choices[c].threads);
      if (is_modular (shape) ? choices[c].path < COMBA_PATH_CACHED
          : shape == SHAPE_SQR ? path->sqr == NULL : path->mul == NULL)
        check_fail ("%s is not for it", name);
      if ((choices[c].threads > 2 && choices[c].path == COMBA_PATH_CRT_BIPARTITE)
          || (choices[c].path == COMBA_PATH_RADIX_BIPARTITE && (k->radix_bipartite == NULL || choices[c].threads > k->radix_bipartite->most)))
        check_fail ("%s %d has no more to do", name, choices[c].threads);
      most |= choices[c].threads == threads;
      for (int d = 0; d < c; d++)
        if (is_same (&choices[c], &choices[d]))
          check_fail ("%s %d twice", name, choices[c].threads);
    }
  if (!most)
    check_fail ("none with all threads");
  check_end ();
}

/* The current step is among those that are tried. */
static void
check_in_force (const struct comba_config *k, enum shape shape, int threads)
{
  struct comba_step choices[CHOICES_MAX];
  const int count = list_with_plan (choices, k, threads, shape);
  const struct comba_plan *plan = plan_of (k, shape);
  check_begin ("%s: the plan of shape %d for %d threads", k->name, shape, threads);
  for (int i = 0; i < COMBA_PLAN_STEPS && plan->steps[i].threads != 0; i++)
    {
      const struct comba_step *step = &plan->steps[i];
      const int c = choice_at (plan, step->from, choices, count, threads);
      if (c == 0 || choices[c].path != step->path || choices[c].threads != (step->threads < threads ? step->threads : threads))
        check_fail ("from %ld limbs: choice %d", (long) step->from, c);
    }
  if (count > CHOICES_MAX)
    check_fail ("%d choices", count);
  check_end ();
}

static void
check_plan (void)
{
  static const struct comba_step choices[] = {
    { 1, COMBA_PATH_SEQUENTIAL, 1 },
    { 1, COMBA_PATH_COLUMNS, 2 },
    { 1, COMBA_PATH_POINTS, 4 },
    { 1, COMBA_PATH_BLOCKS, 4 },
  };
  enum { COUNT = sizeof choices / sizeof choices[0] };
  static const struct comba_plan plan = {
    { { 100, COMBA_PATH_COLUMNS, 2 }, { 200, COMBA_PATH_POINTS, 8 },
      { 300, COMBA_PATH_BLOCKS, 4 }, { 400, COMBA_PATH_BLOCKS, 3 },
      { 500, COMBA_PATH_NTT, 2 } }
  };
  static const struct { mp_size_t n; int threads, choice; } at[] = {
    { 1, 4, 0 }, { 99, 4, 0 }, { 100, 4, 1 }, { 199, 2, 1 }, { 200, 4, 2 }, { 200, 8, 0 },
    { 299, 4, 2 }, { 300, 64, 3 }, { 300, 3, 0 }, { 400, 4, 0 }, { 1000000, 4, 0 },
  };
  check_begin ("the choice of a plan");
  for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
    {
      int c = choice_at (&plan, at[i].n, choices, COUNT, at[i].threads);
      if (c != at[i].choice)
        check_fail ("%ld limbs, %d threads: %d", (long) at[i].n, at[i].threads, c);
    }
  check_end ();
}

static void
check_tables (void)
{
  static const struct comba_step choices[] = {
    { 1, COMBA_PATH_SEQUENTIAL, 1 }, { 1, COMBA_PATH_POINTS, 3 }
  };
  struct comba_config *k = choice_tables (comba_configs[0], choices, 2);
  check_begin ("tables of choices");
  if (k == NULL)
    check_fail ("no memory");
  for (int c = 0; k != NULL && c < 2; c++)
    for (int shape = 0; shape < SHAPES; shape++)
      {
        const struct comba_plan *plan = plan_of (&k[c], shape);
        if (!is_same (&plan->steps[0], &choices[c]) || plan->steps[0].from != 1
            || plan->steps[1].threads != 0 || k[c].thresholds.parallel_wake != 1)
          check_fail ("table %d, shape %d", c, shape);
      }
  free (k);
  check_end ();
}

int
main (void)
{
  static const int threads[] = { 2, 3, 5, 16, COMBA_THREADS_MAX };
  static const enum shape shapes[] = { SHAPE_MUL, SHAPE_UNBALANCED, SHAPE_SQR, SHAPE_MODULAR,
                                      SHAPE_MODULAR_EVEN };
  tests_begin ();
  for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++)
    for (size_t j = 0; j < sizeof shapes / sizeof shapes[0]; j++)
      for (size_t k = 0; comba_configs[k] != NULL; k++)
        {
          check_list (comba_configs[k], shapes[j], threads[i]);
          check_in_force (comba_configs[k], shapes[j], threads[i]);
        }
  check_plan ();
  check_tables ();
  return tests_end ();
}
