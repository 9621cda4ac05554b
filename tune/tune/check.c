/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The settings against every algorithm and every path, at the same sizes.

   One thread: a table for the settings, and one for each algorithm, which is used at the top of the
   recursion from the least size on that the tuner would consider; the recursion below uses the
   settings.

   Several threads: the choices of the tuner, and further steps of the plan.  The plan's choice is
   one of them.

   All functions are measured in turns over the whole time, because the cost of a second CPU may
   change within minutes. */

#include "check.h"
#include "choices.h"
#include "gather.h"
#include "optimize.h"
#include "progress.h"
#include "rows.h"
#include "../clock.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 1
#define LEAST_THREADED 32
#define MOST 4096

/* The part of a function's time without threads: there are more paths, and their medians need more
   samples. */
#define ALONE (1 / 3.0)

/* The settings are good if they lose less than this on average. */
#define GOOD 0.02

static const struct function
{
  const char *name;
  enum shape shape;
  double factor, share;         /* factor from one size to the next; share of the time: contexts
                                   take long */
} functions[] = {
  { "mul_n", SHAPE_MUL, 1.1, 1 },
  { "sqr", SHAPE_SQR, 1.1, 1 },
  { "mul 4:1", SHAPE_UNBALANCED, 1.1, 1 },
  { "mod", SHAPE_MODULAR, 1.25, 3 },
  { "mod even", SHAPE_MODULAR_EVEN, 1.25, 1 },
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

/* Whether the setting of a row matters for products of a shape: rows for the sizes of mul_n matter
   in all products, those for long operands in unbalanced ones. */
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

/* The meaning of a table of a series. */
typedef char label[32];

static void
label_step (label l, const struct comba_step *step)
{
  snprintf (l, sizeof (label), "%s %d", comba_path_names[step->path], step->threads);
}

/* How much a function takes longer than with the best choice at each size, with the settings' choice
   and the best one at the worst size. */
struct loss
{
  const struct function *f;
  int threads;
  double mean, worst;           /* parts of the time */
  mp_size_t first, last, at;    /* limbs */
  label chosen, best;
};

static struct loss
find_loss (const struct function *f, int threads, const struct series *s, const struct measured *m,
           const int *chosen, const label *labels)
{
  size_t at = 0;
  double worst = -HUGE_VAL, sum = 0;
  for (size_t i = 0; i < s->n; i++)
    {
      const size_t row = i * s->tables;
      const double loss = fair_loss (m->all + row, m->halves[0] + row, m->halves[1] + row, s->tables,
                                     chosen[i]);
      sum += loss;
      if (loss > worst)
        worst = loss, at = i;
    }
  struct loss l = { .f = f, .threads = threads, .mean = expm1 (fmax (sum / s->n, 0)), .worst = expm1 (fmax (worst, 0)),
                    .first = s->points[0].n, .last = s->points[s->n - 1].n, .at = s->points[at].n };
  memcpy (l.chosen, labels[chosen[at]], sizeof (label));
  memcpy (l.best, labels[least_of (m->all + at * s->tables, s->tables)], sizeof (label));
  return l;
}

static void
print_losses (const struct loss *of, int n)
{
  int worst = 0;
  for (int i = 1; i < n; i++)
    if (of[i].mean > of[worst].mean)
      worst = i;
  const struct loss *w = &of[worst];
  if (disturbed_rounds () > DISTURBED)
    printf ("Other programs disturbed this check, so it says little.  ");
  if (w->mean < GOOD)
    printf ("The settings are good: on average no function takes over %.1f %% longer than it could.\n\n", 100 * w->mean);
  else
    printf ("The settings could be better: %s with %d thread%s takes %.1f %% longer than it could, on average\n"
            "over the sizes.  Run comba-tune.\n\n", w->f->name, w->threads, w->threads == 1 ? "" : "s", 100 * w->mean);
  printf ("How much longer each function takes than with the best algorithm or path: on average over the\n"
          "sizes, and at the worst size\n"
          "%-8s %7s %8s %10s %10s %9s  %-16s %s\n", "function", "threads", "limbs", "mean", "worst",
          "at limbs", "chosen", "best");
  for (const struct loss *l = of; l < of + n; l++)
    {
      char sizes[32];
      snprintf (sizes, sizeof sizes, "%ld-%ld", (long) l->first, (long) l->last);
      printf ("%-8s %7d %8s %8.1f %% %8.1f %% %9ld  %-16s %s\n", l->f->name, l->threads, sizes, 100 * l->mean,
              100 * l->worst, (long) l->at, l->chosen, l->best);
    }
}

/* The table of the settings, that of the kernels for fixed sizes, that of the basecase, and one for
   each threshold, in which the thresholds of later algorithms are disabled. */
struct algorithms
{
  struct comba_config k[ROWS + 3];
  label labels[ROWS + 3];
  struct moving moving[ROWS * ROWS];
  int tables, movings;
};

/* A function with one thread or several: its series, and the meaning of its tables. */
struct checked
{
  const struct function *f;
  struct series s;
  struct algorithms *a;         /* one thread */
  struct comba_config *k;      /* several threads */
  struct comba_step choices[CHOICES_MAX];
};

/* Adds a table; returns its number. */
static int
add_table (struct algorithms *a, const struct comba_config *k, const char *name)
{
  a->k[a->tables] = *k;
  snprintf (a->labels[a->tables], sizeof (label), "%s", name);
  return a->tables++;
}

static void
list_algorithms (struct algorithms *a, const struct tuner *t, enum shape shape)
{
  struct comba_config k = t->k;
  k.plans = (struct comba_plans) { 0 };
  add_table (a, &k, "settings");
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
begin_algorithms (struct checked *c, const struct tuner *t)
{
  struct algorithms *a = c->a = calloc (1, sizeof *a);
  if (a == NULL)
    return -1;
  list_algorithms (a, t, c->f->shape);
  c->s = (struct series) { .shape = c->f->shape, .tables = a->tables, .table = a->k,
                           .moving = a->moving, .movings = a->movings, .strict = 1,
                           .exhaustive = 1 };
  return series_add (&c->s, LEAST, MOST, c->f->factor);
}

static int
begin_paths (struct checked *c, const struct tuner *t)
{
  const int count = list_with_plan (c->choices, &t->k, t->threads, c->f->shape);
  c->k = choice_tables (&t->k, c->choices, count);
  c->s = (struct series) { .shape = c->f->shape, .tables = count, .table = c->k, .strict = 1,
                           .exhaustive = 1, .typical = 1 };
  return c->k == NULL ? -1 : series_add (&c->s, LEAST_THREADED, MOST, c->f->factor);
}

/* The choice of the settings at a size: with one thread the first table. */
static int
chosen_at (const struct checked *c, const struct tuner *t, size_t i, const double *times)
{
  if (c->k == NULL)
    return 0;
  const int choice = choice_at (plan_of (&t->k, c->f->shape), c->s.points[i].n, c->choices,
                                c->s.tables, t->threads);
  return times[choice] < HUGE_VAL ? choice : 0; /* the path leaves this size to one thread */
}

static int
find_loss_of (struct loss *l, const struct checked *c, const struct tuner *t)
{
  label labels[CHOICES_MAX];
  for (int i = 0; i < c->s.tables; i++)
    if (c->k != NULL)
      label_step (labels[i], &c->choices[i]);
    else
      memcpy (labels[i], c->a->labels[i], sizeof (label));
  struct measured m;
  int *chosen = calloc (c->s.n, sizeof *chosen);
  const int failed = series_measured (&c->s, &m) != 0 || chosen == NULL;
  for (size_t i = 0; i < c->s.n && !failed; i++)
    chosen[i] = chosen_at (c, t, i, m.all + i * c->s.tables);
  if (!failed)
    *l = find_loss (c->f, c->k != NULL ? t->threads : 1, &c->s, &m, chosen, labels);
  measured_free (&m);
  free (chosen);
  return failed ? -1 : 0;
}

/* All functions in turn, with one thread or several; stores FUNCTIONS losses. */
static int
check_functions (struct loss *losses, const struct tuner *t, int threaded, double until)
{
  struct checked *c = calloc (FUNCTIONS, sizeof *c);
  struct series *series[FUNCTIONS];
  double shares[FUNCTIONS];
  int failed = c == NULL;
  for (int i = 0; i < FUNCTIONS && !failed; i++)
    {
      c[i].f = &functions[i];
      series[i] = &c[i].s;
      shares[i] = functions[i].share;
      failed = (threaded ? begin_paths : begin_algorithms) (&c[i], t) != 0;
    }
  spread_workers (threaded);
  failed = failed || series_turns (series, shares, FUNCTIONS, until) != 0;
  spread_workers (0);
  for (int i = 0; i < FUNCTIONS && c != NULL; i++)
    {
      series_trim (&c[i].s);
      failed = failed || find_loss_of (&losses[i], &c[i], t) != 0;
      series_free (&c[i].s);
      free (c[i].a);
      free (c[i].k);
    }
  free (c);
  return failed ? no_memory () : 0;
}

int
check (const struct tuner *t, double seconds)
{
  const double begin = now_ns (), until = begin + 1e9 * seconds;
  struct loss losses[2 * FUNCTIONS];
  progress_begin (seconds);
  progress_stage ("one thread");
  int failed = check_functions (losses, t, 0, t->threads > 1 ? begin + (until - begin) * ALONE : until), n = FUNCTIONS;
  if (t->threads > 1 && !failed)
    {
      progress_stage ("several threads");
      failed = check_functions (losses + n, t, 1, until);
      n += FUNCTIONS;
    }
  progress_end ();
  if (!failed)
    print_losses (losses, n);
  return failed;
}
