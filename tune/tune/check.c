/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The settings against every algorithm and every path, at the same sizes.

   One thread: a table for the settings, and one for each algorithm, which serves at the top of the
   recursion from the least size on that the tuner would give it; what that recurses into is as the
   settings say.

   Several threads: the choices of the tuner, and what the plan has besides.  What the plan
   chooses is one of them. */

#include "check.h"
#include "choices.h"
#include "optimize.h"
#include "progress.h"
#include "rows.h"
#include "../clock.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST 1
#define LEAST_THREADED 32
#define MOST 4096

/* Of a function's time: paths are more, and their medians take more samples. */
#define ALONE (1 / 3.0)

static const struct function
{
  const char *name;
  enum shape shape;
  double factor, share;         /* from one size to the next; of the time: contexts take long */
} functions[] = {
  { "mul_n", SHAPE_MUL, 1.1, 1 },
  { "sqr", SHAPE_SQR, 1.1, 1 },
  { "mul 4:1", SHAPE_UNBALANCED, 1.1, 1 },
  { "mod", SHAPE_MODULAR, 1.25, 3 },
  { "mod even", SHAPE_MODULAR_EVEN, 1.25, 1 },
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

/* Whether the setting of a row has a say in products of a shape: rows of mul_n's sizes have
   in all products, those of long operands in unbalanced ones. */
static int
decides (const struct tuner *t, const struct row *row, enum shape shape)
{
  const int unbalanced = shape == SHAPE_UNBALANCED;
  if (!is_there (t, row))
    return 0;
  if (row->kind == ROW_MAXIMUM)
    return row->shape == (unbalanced ? SHAPE_LONG : shape);
  return row->kind == ROW_THRESHOLD
         && (row->shape == shape
             || (unbalanced && (row->shape == SHAPE_MUL || row->shape == SHAPE_LONG)));
}

/* What a table of a series stands for. */
typedef char label[32];

static void
label_step (label l, const struct comba_step *step)
{
  const char *name = comba_paths[step->path].name;
  if (step->parts > 0)
    snprintf (l, sizeof (label), "%s/%d %d", name, step->parts, step->threads);
  else
    snprintf (l, sizeof (label), "%s %d", name, step->threads);
}

/* By how much the choice at each size is above the least time there. */
static void
print_loss (const struct function *f, int threads, const struct series *s, const double *times,
            const int *chosen, const label *labels)
{
  size_t at = 0;
  double worst = -1;
  for (size_t i = 0; i < s->n; i++)
    {
      double loss = plan_loss (times + i * s->tables, 1, s->tables, chosen + i);
      if (loss > worst)
        worst = loss, at = i;
    }
  int best = 0;
  for (int c = 0; c < s->tables; c++)
    if (times[at * s->tables + c] < times[at * s->tables + best])
      best = c;
  char sizes[32];
  snprintf (sizes, sizeof sizes, "%ld-%ld", (long) s->points[0].n, (long) s->points[s->n - 1].n);
  progress_end ();
  printf ("%-8s %7d %8s %8.1f %% %8.1f %% %9ld  %-16s %s\n", f->name, threads, sizes,
          100 * expm1 (plan_loss (times, s->n, s->tables, chosen) / s->n), 100 * expm1 (worst),
          (long) s->points[at].n, labels[chosen[at]], labels[best]);
  fflush (stdout);
}

static int
measure (struct series *s, mp_size_t least, double factor, double until)
{
  if (series_add (s, least, MOST, factor) != 0)
    return -1;
  do
    if (series_pass (s, until) != 0)
      return -1;
  while (now_ns () < until);
  series_trim (s);
  return 0;
}

/* The table of the settings, that of the kernels for fixed sizes, that of the basecase, and one
   for each threshold, before which the thresholds of what comes later are out of use. */
struct algorithms
{
  struct comba_kernels k[ROWS + 3];
  label labels[ROWS + 3];
  struct moving moving[ROWS * ROWS];
  int tables, movings;
};

/* One more table; returns its number. */
static int
add_table (struct algorithms *a, const struct comba_kernels *k, const char *name)
{
  a->k[a->tables] = *k;
  snprintf (a->labels[a->tables], sizeof (label), "%s", name);
  return a->tables++;
}

static void
list_algorithms (struct algorithms *a, const struct tuner *t, enum shape shape)
{
  struct comba_kernels k = t->k;
  k.plans = (struct comba_plans) { 0 };
  add_table (a, &k, "as set");
  for (int i = 0; i < ROWS; i++)
    if (decides (t, &rows[i], shape))
      *number_at (&k, &rows[i]) = rows[i].kind == ROW_MAXIMUM ? 0 : COMBA_NEVER;
  add_table (a, &k, shape == SHAPE_MODULAR ? "rows"
                    : shape == SHAPE_MODULAR_EVEN ? "short" : "basecase");
  for (int i = 0; i < ROWS; i++)
    if (decides (t, &rows[i], shape))
      {
        const int table = add_table (a, &k, rows[i].name);
        if (rows[i].kind == ROW_MAXIMUM)
          *number_at (&a->k[table], &rows[i]) = builtin_number (t, &rows[i]);
        for (int j = 0; j <= i && rows[i].kind == ROW_THRESHOLD; j++)
          if (rows[j].kind == ROW_THRESHOLD && decides (t, &rows[j], shape))
            a->moving[a->movings++] = (struct moving) {
              number_at (&a->k[table], &rows[j]), rows[j].least, *number_at (&a->k[0], &rows[j])
            };
      }
}

static int
check_algorithms (const struct tuner *t, const struct function *f, double until)
{
  struct algorithms *a = calloc (1, sizeof *a);
  if (a == NULL)
    return no_memory ();
  list_algorithms (a, t, f->shape);
  struct series s = { .shape = f->shape, .tables = a->tables, .table = a->k, .moving = a->moving,
                      .movings = a->movings, .strict = 1, .exhaustive = 1 };
  int failed = measure (&s, LEAST, f->factor, until) != 0;
  double *times = failed ? NULL : series_times (&s);
  int *chosen = calloc (s.n, sizeof *chosen);
  failed = times == NULL || chosen == NULL;
  if (!failed)
    print_loss (f, 1, &s, times, chosen, a->labels);
  free (times);
  free (chosen);
  series_free (&s);
  free (a);
  return failed ? no_memory () : 0;
}

/* The tuner's choices, and the plan's own. */
static int
list_paths (struct comba_step *choices, const struct comba_plan *plan, int threads,
            enum shape shape)
{
  int count = list_choices (choices, threads, shape);
  for (int i = 0; i < COMBA_PLAN_STEPS && plan->steps[i].threads != 0; i++)
    {
      struct comba_step step = plan->steps[i];
      step.from = 1;
      if (step.threads > threads)
        step.threads = threads;
      if (step.threads > 1 && choice_at (plan, plan->steps[i].from, choices, count, threads) == 0)
        choices[count++] = step;
    }
  return count;
}

static int
check_paths (const struct tuner *t, const struct function *f, double until)
{
  struct comba_step choices[CHOICES_MAX + COMBA_PLAN_STEPS];
  label labels[CHOICES_MAX + COMBA_PLAN_STEPS];
  const struct comba_plan *plan = plan_of (&t->k, f->shape);
  const int count = list_paths (choices, plan, t->threads, f->shape);
  for (int c = 0; c < count; c++)
    label_step (labels[c], &choices[c]);
  struct comba_kernels *k = choice_tables (&t->k, choices, count);
  if (k == NULL)
    return no_memory ();
  struct series s = { .shape = f->shape, .tables = count, .table = k, .strict = 1,
                      .exhaustive = 1, .typical = 1 };
  spread_team (1);
  int failed = measure (&s, LEAST_THREADED, f->factor, until) != 0;
  spread_team (0);
  double *times = failed ? NULL : series_times (&s);
  int *chosen = calloc (s.n, sizeof *chosen);
  failed = times == NULL || chosen == NULL;
  for (size_t i = 0; !failed && i < s.n; i++)
    {
      chosen[i] = choice_at (plan, s.points[i].n, choices, count, t->threads);
      if (times[i * count + chosen[i]] == HUGE_VAL)
        chosen[i] = 0;          /* that path leaves it to one thread */
    }
  if (!failed)
    print_loss (f, t->threads, &s, times, chosen, labels);
  free (times);
  free (chosen);
  series_free (&s);
  free (k);
  return failed ? no_memory () : 0;
}

int
check (const struct tuner *t, double seconds)
{
  double shares = 0, until = now_ns ();
  for (int i = 0; i < FUNCTIONS; i++)
    shares += functions[i].share;
  progress_begin (seconds);
  printf ("What the settings take longer than the best algorithm or path: in the mean over sizes, and "
          "where most\n"
          "%-8s %7s %8s %10s %10s %9s  %-16s %s\n", "function", "threads", "limbs", "mean", "most",
          "at limbs", "chosen", "best");
  for (int i = 0; i < FUNCTIONS; i++)
    {
      progress_stage (functions[i].name);
      const double begin = until, alone = t->threads > 1 ? ALONE : 1;
      until += 1e9 * seconds * functions[i].share / shares;
      if (check_algorithms (t, &functions[i], begin + (until - begin) * alone) != 0)
        return -1;
      if (t->threads > 1 && check_paths (t, &functions[i], until) != 0)
        return -1;
    }
  progress_end ();
  return 0;
}
