/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The table of all settings, and the tuning of each kind of row. */

#include "rows.h"
#include "choices.h"
#include "gather.h"
#include "optimize.h"
#include "plan.h"
#include "progress.h"
#include "report.h"
#include "mul/ntt/ntt.h"
#include "residue/representation.h"
#include "../clock.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXIMUM(name, shape) \
  { #name, ROW_MAXIMUM, 0.3, shape, offsetof (struct comba_config, name), 1, COMBA_FIXED_MAX }
#define THRESHOLD(name, shape, least, most) \
  { #name, ROW_THRESHOLD, 1, shape, offsetof (struct comba_config, thresholds.name), least, most }
#define PLAN(name, share, shape, least, most) \
  { #name, ROW_PLAN, share, shape, offsetof (struct comba_config, plans.name), least, most }

const struct row rows[ROWS] = {
  MAXIMUM (mul_n_max, SHAPE_MUL),
  MAXIMUM (mul_by_max, SHAPE_LONG),
  MAXIMUM (sqr_n_max, SHAPE_SQR),
  THRESHOLD (mul_wide, SHAPE_MUL, 4, 200),
  { "mul_wide_by", ROW_HYPERBOLA, 1, SHAPE_LONG, offsetof (struct comba_config, thresholds.mul_wide_by), 4, 100 },
  THRESHOLD (sqr_wide, SHAPE_SQR, 4, 200),
  THRESHOLD (mul_toom22, SHAPE_MUL, 4, 1000),
  THRESHOLD (mul_pieces, SHAPE_LONG, 4, 1000),
  { "costs", ROW_COSTS, 1, SHAPE_MUL, offsetof (struct comba_config, costs), 4, 1000 },
  THRESHOLD (mul_toom33, SHAPE_MUL, 16, 8000),
  THRESHOLD (mul_toom32, SHAPE_LONGER, 8, 2000),
  THRESHOLD (mul_toom42, SHAPE_LONG, 8, 2000),
  THRESHOLD (mul_toom44, SHAPE_MUL, 48, 8000),
  THRESHOLD (mul_toom66, SHAPE_MUL, 60, 8000),
  THRESHOLD (mul_toom88, SHAPE_MUL, 80, 8000),
  THRESHOLD (mul_ntt, SHAPE_MUL, 100, 50000),
  { "mul_ntt_by", ROW_SHORTER, 1, SHAPE_NARROW, offsetof (struct comba_config, thresholds.mul_ntt_by), 25, 20000 },
  THRESHOLD (sqr_toom2, SHAPE_SQR, 4, 1000),
  THRESHOLD (sqr_halves, SHAPE_SQR, 100, 300),
  THRESHOLD (sqr_toom3, SHAPE_SQR, 16, 8000),
  THRESHOLD (sqr_toom4, SHAPE_SQR, 48, 8000),
  THRESHOLD (sqr_toom6, SHAPE_SQR, 60, 8000),
  THRESHOLD (sqr_toom8, SHAPE_SQR, 80, 8000),
  THRESHOLD (sqr_ntt, SHAPE_SQR, 100, 50000),
  THRESHOLD (mul_fft, SHAPE_MUL, 50, 8000),
  { "mul_fft_by", ROW_SHORTER, 1, SHAPE_NARROW, offsetof (struct comba_config, thresholds.mul_fft_by), 25, 2000 },
  THRESHOLD (sqr_fft, SHAPE_SQR, 50, 8000),
  THRESHOLD (get_str_tree, SHAPE_DIGITS, 4, 500),
  THRESHOLD (get_str_scaled, SHAPE_DIGITS, 50, 50000),
  THRESHOLD (set_str_tree, SHAPE_SET_STR, 4, 1000),
  THRESHOLD (mod_blocks, SHAPE_MODULAR, 9, 400),
  THRESHOLD (mod_wrapped, SHAPE_MODULAR_EVEN, 8, 2000),
  THRESHOLD (mod_pmr, SHAPE_MODULAR, 8, 2000),
  THRESHOLD (mod_ntt, SHAPE_MODULAR, 50, 10000),
  THRESHOLD (mod_fft, SHAPE_MODULAR, 50, 8000),
  THRESHOLD (root_halves, SHAPE_ROOT, 4, 2000),
  THRESHOLD (root_newton, SHAPE_ROOT, 16, 20000),
  THRESHOLD (div_vectors, SHAPE_DIVISION, 8, 100),
  THRESHOLD (div_adding, SHAPE_DIVISION, 3, 160),
  THRESHOLD (div_blocks, SHAPE_DIVISION, 9, 400),
  THRESHOLD (div_recursive, SHAPE_DIVISION, 8, 2000),
  { "div_narrow", ROW_SHORTER, 1, SHAPE_DIVISION_NARROW, offsetof (struct comba_config, thresholds.div_narrow), 4, 1000 },
  THRESHOLD (div_mu, SHAPE_DIVISION, 50, 20000),
  THRESHOLD (div_prepared, SHAPE_DIVISION_PREPARED, 9, 2000),
  THRESHOLD (bdiv_recursive, SHAPE_DIVISION_HENSEL, 8, 2000),
  THRESHOLD (bdiv_mu, SHAPE_DIVISION_EXACT, 50, 20000),
  THRESHOLD (half_gcd, SHAPE_INVERSE, 24, 2000),
  THRESHOLD (powm_lanes, SHAPE_POWERS, 3, POWERS_MOST),
  THRESHOLD (powm_lanes_end, SHAPE_POWERS, 3, POWERS_MOST),
  PLAN (mul, 4, SHAPE_MUL, 32, 100000),
  PLAN (mul_unbalanced, 4, SHAPE_UNBALANCED, 32, 100000),
  PLAN (sqr, 4, SHAPE_SQR, 32, 100000),
  PLAN (mod, 6, SHAPE_MODULAR, 32, 10000),
  PLAN (mod_even, 2, SHAPE_MODULAR_EVEN, 32, 10000),
  { "parallel_wake", ROW_WAKE, 1, SHAPE_MUL,
    offsetof (struct comba_config, thresholds.parallel_wake), 32, 100000 },
};

/* The built-in plan stays at sizes where another one gains less than this.  So does a maximum: the
   built-in one was measured for minutes, this one for a second, which may not be typical. */
#define WORTH 0.02

/* The factor between two sizes, until sizes are added where a plan changes. */
#define GRID 1.1

/* The share of the time for the final comparison. */
#define COMPARISON_SHARE 6.0

mp_size_t *
number_at (struct comba_config *k, const struct row *row)
{
  return (mp_size_t *) ((char *) k + row->at);
}

mp_size_t
builtin_number (const struct tuner *t, const struct row *row)
{
  return *(const mp_size_t *) ((const char *) t->builtin + row->at);
}

/* Whether rows are used where blocks would be possible. */
static int
has_blocks (const struct comba_config *k)
{
  const mp_size_t n = k->thresholds.mod_blocks;
  return n > 0 && n < COMBA_NEVER && comba_row_blocks (k->add_mul_by, n).w > 0
         && comba_representation_for (k, n, 1, COMBA_REPRESENTATION_ANY, NULL) == &comba_representation_montgomery_rows;
}

int
is_there (const struct tuner *t, const struct row *row)
{
  return row->kind == ROW_MAXIMUM ? builtin_number (t, row) > 0
         : row->at == offsetof (struct comba_config, thresholds.mod_blocks) ? has_blocks (t->builtin)
         : row->kind == ROW_THRESHOLD ? builtin_number (t, row) < COMBA_NEVER
         : row->kind == ROW_COSTS ? t->builtin->costs.step > 0 && t->builtin->thresholds.mul_toom22 < COMBA_NEVER
         : row->at == offsetof (struct comba_config, thresholds.div_narrow) ? t->builtin->thresholds.div_recursive < COMBA_NEVER && t->builtin->div_vectors.div == NULL
         : row->at == offsetof (struct comba_config, thresholds.mul_fft_by) ? t->builtin->thresholds.mul_fft < COMBA_NEVER
         : row->kind == ROW_SHORTER ? t->builtin->thresholds.mul_ntt < COMBA_NEVER
         : row->kind == ROW_HYPERBOLA ? t->builtin->thresholds.mul_wide < COMBA_NEVER : 1;
}

int
no_memory (void)
{
  fprintf (stderr, "comba-tune: out of memory\n");
  return -1;
}

static const char *
number_text (char text[32], mp_size_t n)
{
  if (n >= COMBA_NEVER)
    return "never";
  snprintf (text, 32, "%ld", (long) n);
  return text;
}

/* NOISE: HUGE_VAL if it is not known, negative if it does not apply. */
static void
print_row (const char *name, const char *builtin, const char *tuned, struct gain gain)
{
  progress_end ();
  printf ("%-16s %12s %12s %9.1f %%", name, builtin, tuned, 100 * expm1 (gain.gain));
  if (gain.noise == HUGE_VAL)
    printf (" %11s\n", "unknown");
  else if (gain.noise >= 0)
    printf (" %9.1f %%\n", 100 * expm1 (gain.noise));
  else
    printf ("\n");
  fflush (stdout);
}

static const struct gain no_gain = { 0, -1 };

static void
print_number (const struct row *row, mp_size_t builtin, mp_size_t tuned, struct gain gain)
{
  char one[32], two[32];
  print_row (row->name, number_text (one, builtin), number_text (two, tuned), gain);
}

/* The sizes below a threshold. */
static size_t
points_below (const struct series *s, mp_size_t threshold)
{
  size_t at = 0;
  while (at < s->n && s->points[at].n < threshold)
    at++;
  return at;
}

/* The size from which the second of two tables is used. */
struct crossing
{
  size_t at;
  struct gain gain;             /* compared with beginning at BUILTIN */
};

static int
find_crossing (struct crossing *c, const struct series *s, mp_size_t builtin)
{
  double *a = malloc (2 * s->n * sizeof *a), *b = a + s->n;
  struct measured m;
  const int failed = series_measured (s, &m) != 0 || a == NULL;
  if (!failed)
    {
      for (size_t i = 0; i < s->n; i++)
        {
          a[i] = m.all[2 * i];
          b[i] = m.all[2 * i + 1];
        }
      const size_t before = points_below (s, builtin);
      c->at = best_threshold (a, b, s->n);
      c->gain = c->at < before ? gain_of (m.all, m.halves[0], m.halves[1], s->n, 2, 0, 1, c->at, before)
                : gain_of (m.all, m.halves[0], m.halves[1], s->n, 2, 1, 0, before, c->at);
    }
  measured_free (&m);
  free (a);
  return failed ? -1 : 0;
}

/* Passes until the time is over; sizes that were not reached are removed. */
static int
measure (struct series *s, double until)
{
  do
    if (series_pass (s, until) != 0)
      return -1;
  while (now_ns () < until);
  series_trim (s);
  return 0;
}

/* Kernels for fixed sizes against the basecase: the kernels are used for n up to the result. */
static int
tune_maximum (struct tuner *t, const struct row *row, double until)
{
  struct comba_config k[2] = { *t->builtin, *t->builtin };
  mp_size_t builtin = builtin_number (t, row);
  *number_at (&k[1], row) = 0;
  k[0].plans = k[1].plans = (struct comba_plans) { 0 };
  struct series s = { .shape = row->shape, .tables = 2, .table = k };
  struct crossing c;
  int failed = series_add (&s, row->least, builtin, 1) != 0 || measure (&s, until) != 0
               || find_crossing (&c, &s, builtin + 1) != 0;
  if (!failed)
    {
      const int pays = s.n > 0 && c.at < s.n && c.gain.gain >= WORTH && is_sure (c.gain);
      const mp_size_t n = pays ? s.points[c.at].n - 1 : builtin;
      print_number (row, builtin, n, c.gain);
      *number_at (&t->k, row) = n;
    }
  series_free (&s);
  return failed ? no_memory () : 0;
}

/* Adds some or all sizes between the two around C.  A kernel may end there, and larger products
   have pieces of just that size. */
static int
add_between (struct series *s, struct crossing c)
{
  enum { STEPS = 8 };
  if (c.at == 0 || c.at == s->n)
    return 0;
  const double low = s->points[c.at - 1].n, high = s->points[c.at].n;
  return series_add (s, low + 1, high - 1, pow (high / low, 1.0 / STEPS));
}

static int
is_before_fft (const struct row *row)
{
  const struct row *fft = rows;
  while (fft->at != offsetof (struct comba_config, thresholds.mul_fft))
    fft++;
  return row >= rows && row < fft;
}

/* One algorithm against the next, which is used at the top of the recursion.  The threshold BUILTIN
   stays unless another one surely gains.  The FFT takes precedence over all algorithms before it in
   the table of rows, which are compared without it. */
static int
tune_crossover (struct tuner *t, const struct row *row, mp_size_t builtin, double until)
{
  enum { NEAR = 3 };            /* sizes: a crossing this close to an end may lie beyond it */
  const double step = 1.06, widen = 2.5;
  struct comba_config k[2] = { t->k, t->k };
  for (int i = 0; i < 2; i++)
    {
      k[i].mul_n_max = k[i].mul_by_max = k[i].sqr_n_max = 0;
      k[i].plans = (struct comba_plans) { 0 };
      if (is_before_fft (row))
        k[i].fft = NULL;
    }
  *number_at (&k[0], row) = COMBA_NEVER;
  const struct moving moving = { number_at (&k[1], row), 0, COMBA_NEVER };
  struct series s = { .shape = row->shape, .tables = 2, .table = k,
                      .moving = &moving, .movings = 1 };
  mp_size_t middle = builtin < row->least ? row->least : builtin < row->most ? builtin : row->most;
  mp_size_t first = fmax (row->least, middle / widen), last = fmin (row->most, middle * widen);
  double start = now_ns ();
  struct crossing c = { 0 };
  int failed = series_add (&s, first, last, step) != 0 || series_pass (&s, until) != 0
               || (series_trim (&s), find_crossing (&c, &s, builtin)) != 0;
  while (!failed && now_ns () < start + (until - start) / 2)
    {
      if (c.at < NEAR && first > row->least)
        {
          mp_size_t end = first - 1;
          first = fmax (row->least, first / widen);
          failed = series_add (&s, first, end, step) != 0;
        }
      else if (c.at + NEAR > s.n && last < row->most)
        {
          mp_size_t begin = last + 1;
          last = fmin (row->most, last * widen);
          failed = series_add (&s, begin, last, step) != 0;
        }
      failed = failed || series_pass (&s, until) != 0
               || (series_trim (&s), find_crossing (&c, &s, builtin)) != 0;
    }
  failed = failed || add_between (&s, c) != 0 || measure (&s, until) != 0 || find_crossing (&c, &s, builtin) != 0;
  if (!failed)
    {
      mp_size_t n = !is_sure (c.gain) ? builtin : c.at == 0 ? row->least : c.at == s.n ? COMBA_NEVER
                    : between (&s, c.at);
      print_number (row, builtin, n, c.gain);
      *number_at (&t->k, row) = n;
    }
  series_free (&s);
  return failed ? no_memory () : 0;
}

static int
tune_threshold (struct tuner *t, const struct row *row, double until)
{
  return tune_crossover (t, row, builtin_number (t, row), until);
}

/* The crossover for 4n x n limbs of the hyperbola whose crossover is S for n x n limbs and whose
   asymptote is BY: the inverse of what tune_hyperbola computes. */
static mp_size_t
crossover_of (double s, double by)
{
  const double p = 8 - 5 * by, d = p * p - 16 * (2 * s * by - s * s - 2 * s);
  return d < 0 ? by : fmax (by, fmin (s, rint ((sqrt (d) - p) / 8)));
}

/* The wide basecase for 4n x n limbs, then for n x n: the crossovers are two points of the
   hyperbola. */
static int
tune_hyperbola (struct tuner *t, const struct row *row, double until)
{
  const mp_size_t builtin = crossover_of (t->builtin->thresholds.mul_wide, builtin_number (t, row));
  mp_size_t *wide = &t->k.thresholds.mul_wide, *by = number_at (&t->k, row);
  const mp_size_t equal = *wide;
  struct row narrow = *row;
  narrow.name = "mul_wide 4:1";
  narrow.at = offsetof (struct comba_config, thresholds.mul_wide);
  *wide = COMBA_NEVER;
  const int failed = tune_crossover (t, &narrow, builtin, until);
  const double s = equal, l = *wide;
  *wide = equal;
  *by = l < COMBA_NEVER ? l : row->most;
  if (*by == builtin && equal == t->builtin->thresholds.mul_wide)
    *by = builtin_number (t, row);
  else if (equal < COMBA_NEVER && l <= s && 5 * l > 2 * s)
    *by = fmax (row->least, fmin (l, rint ((4 * l * l + 8 * l - s * s - 2 * s) / (5 * l - 2 * s))));
  if (!failed)
    print_number (row, builtin_number (t, row), *by, no_gain);
  return failed;
}

/* X minimises the sum of (X[0] n^2 + X[1] n + X[2] - t)^2 / t^2 over the sizes below END, with X[i]
   = 0 unless bit i of TERMS is set.  Solves the normal equations by Gauss and Jordan. */
static void
fit_costs (double x[3], const struct series *s, const double *times, size_t end, int terms)
{
  double m[3][4] = { { 0 } };
  for (size_t i = 0; i < end; i++)
    {
      const double n = (double) s->points[i].n, t = times[i], of[4] = { n * n / t, n / t, 1 / t, 1 };
      for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
          m[row][column] += of[row] * of[column];
    }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      if ((terms >> i & 1) == 0 || (j < 3 && (terms >> j & 1) == 0))
        m[i][j] = i == j;
  for (int i = 0; i < 3; i++)
    for (int row = 0; row < 3; row++)
      {
        const double factor = m[row][i] / m[i][i];
        for (int column = 0; column < 4 && row != i; column++)
          m[row][column] -= factor * m[i][column];
      }
  for (int i = 0; i < 3; i++)
    x[i] = (terms >> i & 1) != 0 ? m[i][3] / m[i][i] : 0;
}

/* Below Toom-22's threshold the costs of the basecase; from there to twice that size, the time of
   Toom-22 beyond three products. */
static void
costs_of (struct comba_costs *costs, const struct series *s, const double *times, mp_size_t toom22)
{
  const size_t end = points_below (s, toom22);
  double x[3], steps = 0;
  for (int terms = 7; terms > 0; terms &= x[1] < x[2] ? ~2 : ~4)
    {
      fit_costs (x, s, times, end, terms);
      if (x[1] >= 0 && x[2] >= 0)
        break;
    }
  for (size_t i = end; i < s->n; i++)
    {
      const double n = (double) s->points[i].n, h = n / 2;
      steps += (times[i] - 3 * (x[0] * h * h + x[1] * h + x[2])) / (x[0] * (n + 2));
    }
  costs->limb = (unsigned) rint (x[1] / (2 * x[0]));
  costs->call = (unsigned) rint (x[2] / x[0]);
  costs->step = (unsigned) fmax (1, rint (steps / (double) (s->n - end)));
}

static int
tune_costs (struct tuner *t, const struct row *row, double until)
{
  enum { LEAST = 8 };           /* sizes */
  const mp_size_t toom22 = t->k.thresholds.mul_toom22;
  if (toom22 < 2 * row->least || toom22 > row->most)
    return 0;
  struct comba_config k = t->k;
  k.plans = (struct comba_plans) { 0 };
  struct series s = { .shape = row->shape, .tables = 1, .table = &k };
  int failed = series_add (&s, fmax (row->least, toom22 / 4), 2 * toom22 - 1, 1.06) != 0 || measure (&s, until) != 0;
  double *times = failed ? NULL : malloc ((s.n + 1) * sizeof *times);
  failed = times == NULL;
  for (size_t i = 0; i < s.n && !failed; i++)
    series_times_at (&s, i, times + i);
  const size_t below = failed ? 0 : points_below (&s, toom22);
  if (!failed && below >= LEAST && s.n >= below + LEAST)
    {
      const struct comba_costs *old = &t->builtin->costs, *new = &t->k.costs;
      char one[32], two[32];
      costs_of (&t->k.costs, &s, times, toom22);
      snprintf (one, sizeof one, "%u %u %u", old->limb, old->call, old->step);
      snprintf (two, sizeof two, "%u %u %u", new->limb, new->call, new->step);
      print_row (row->name, one, two, no_gain);
    }
  free (times);
  series_free (&s);
  return failed ? no_memory () : 0;
}

static void
print_plan (const struct row *row, const struct comba_plan *plan, const struct outcome *o)
{
  print_row (row->name, "", plan->steps[0].threads == 0 ? "none" : o->stays ? "built-in" : "plan",
             (struct gain) { log1p (o->gain), -1 });
  for (int i = 0; i < COMBA_PLAN_STEPS && plan->steps[i].threads != 0; i++)
    {
      const struct comba_step *step = &plan->steps[i];
      printf ("  from %6ld limbs: %s", (long) step->from, comba_path_names[step->path]);
      if (step->threads > 1)
        printf (", %d threads", step->threads);
      printf ("\n");
    }
  if (o->farthest > 0)
    printf ("  at most %.1f %% above the best that was measured: at %ld limbs\n", 100 * o->farthest,
            (long) o->at);
}

/* Adds sizes between the two around each step of a plan. */
static int
refine (struct series *s, const struct comba_plan *plan)
{
  enum { PARTS = 4 };
  mp_size_t ends[COMBA_PLAN_STEPS][2];
  int steps = 0;
  for (; steps < COMBA_PLAN_STEPS && plan->steps[steps].threads != 0; steps++)
    {
      const size_t at = points_below (s, plan->steps[steps].from);
      ends[steps][0] = at > 0 ? s->points[at - 1].n : s->points[0].n;
      ends[steps][1] = at < s->n ? s->points[at].n : ends[steps][0];
    }
  for (int i = 0; i < steps; i++)
    {
      const double factor = pow ((double) ends[i][1] / ends[i][0], 1.0 / PARTS);
      if ((i == 0 || ends[i][0] != ends[i - 1][0])
          && series_add (s, (mp_size_t) (ends[i][0] * factor) + 1, ends[i][1] - 1, factor) != 0)
        return -1;
    }
  return 0;
}

/* Whether there is a time for each size. */
static int
is_complete (const struct series *s)
{
  for (size_t i = 0; i < s->n; i++)
    if (s->points[i].rounds == 0)
      return 0;
  return 1;
}

/* The search for a plan. */
struct planning
{
  const struct row *row;
  struct comba_step choices[CHOICES_MAX];
  struct comba_config *k;      /* one for each choice */
  struct series s;
  struct comba_plan plan;
  struct outcome o;
};

enum
{
#define X(name) + 1
  PLANS = 0 COMBA_PLANS (X)
#undef X
};

/* Adds the sizes around those at which the transforms of halves get half or a third longer.  A path
   may be the best one there for so few sizes that the grid misses them. */
static int
add_jumps (struct series *s, const struct comba_ntt *ntt, mp_size_t least, mp_size_t most)
{
  size_t size = 0;
  mp_size_t last = 0;           /* of the previous one, whose n + 1 it is at most */
  for (mp_size_t m = ntt->crt_size (least + 1); m != 0 && m < most; m = ntt->crt_size (m + 1))
    {
      const struct comba_ntt_kind kind = { .m = m, .for_crt = 1 };
      const size_t before = size;
      size = ntt->prepared_size (&kind);
      if (before != 0 && size > before && series_add (s, last - 1, last, 1) != 0)
        return -1;
      last = m;
    }
  return 0;
}

static int
begin_planning (struct planning *p, const struct tuner *t, const struct row *row)
{
  const int count = list_with_plan (p->choices, &t->k, t->threads, row->shape);
  p->row = row;
  p->k = choice_tables (&t->k, p->choices, count);
  p->s = (struct series) { .shape = row->shape, .tables = count, .table = p->k, .strict = 1,
                           .typical = 1, .balanced = 1 };
  if (p->k == NULL || series_add (&p->s, row->least, row->most, GRID) != 0)
    return -1;
  const struct comba_ntt *ntt = t->k.ntt;
  return row->shape == SHAPE_MODULAR && ntt != NULL && ntt->crt_size != NULL
         ? add_jumps (&p->s, ntt, row->least, row->most) : 0;
}

static int
find_plan_of (struct planning *p, const struct tuner *t)
{
  struct measured m;
  const int failed = series_measured (&p->s, &m) != 0
                     || find_plan (&p->plan, &p->o, &p->s, &m, p->choices,
                                   plan_of (t->builtin, p->row->shape), t->threads, WORTH) != 0;
  measured_free (&m);
  return failed ? -1 : 0;
}

/* First a grid of sizes; then, twice, more sizes where a plan changes.  Toom and transforms get
   slower in steps, so between two sizes a plan may be a fifth slower than at both. */
static int
measure_plans (struct planning p[PLANS], const struct tuner *t, double until)
{
  const double begin = now_ns ();
  struct series *series[PLANS];
  double shares[PLANS];
  for (int i = 0; i < PLANS; i++)
    series[i] = &p[i].s, shares[i] = p[i].row->share;
  for (int quarter = 2; quarter <= 4; quarter++)
    {
      if (series_turns (series, shares, PLANS, begin + (until - begin) * quarter / 4) != 0)
        return -1;
      for (int i = 0; i < PLANS; i++)
        if (quarter == 4)
          series_trim (&p[i].s);
        else if (is_complete (&p[i].s)
                 && (find_plan_of (&p[i], t) != 0 || refine (&p[i].s, &p[i].plan) != 0))
          return -1;
    }
  for (int i = 0; i < PLANS; i++)
    if (find_plan_of (&p[i], t) != 0)
      return -1;
  return 0;
}

/* All plans at once, the row's and those before it.  The cost of a second CPU may change within
   minutes: on a virtual machine it sometimes shares a cache with the first one.  So each plan is
   measured over the whole time. */
static int
tune_plans (struct tuner *t, const struct row *row, double until)
{
  struct planning *p = calloc (PLANS, sizeof *p);
  int failed = p == NULL;
  for (int i = 0; i < PLANS && !failed; i++)
    failed = begin_planning (&p[i], t, row - (PLANS - 1) + i) != 0;
  spread_workers (1);
  failed = failed || measure_plans (p, t, until) != 0;
  spread_workers (0);
  for (int i = 0; i < PLANS && p != NULL; i++)
    {
      if (!failed)
        {
          *(struct comba_plan *) ((char *) &t->k + p[i].row->at) = p[i].plan;
          print_plan (p[i].row, &p[i].plan, &p[i].o);
        }
      series_free (&p[i].s);
      free (p[i].k);
    }
  free (p);
  return failed ? no_memory () : 0;
}

/* One thread against the threads of the plan when workers sleep. */
static int
tune_wake (struct tuner *t, const struct row *row, double until)
{
  struct comba_config k[2] = { t->k, t->k };
  mp_size_t builtin = builtin_number (t, row);
  mp_size_t first = t->k.plans.mul.steps[0].from;
  if (t->k.plans.mul.steps[0].threads < 2)
    {
      *number_at (&t->k, row) = builtin;
      return 0;
    }
  k[0].plans = (struct comba_plans) { 0 };
  k[1].thresholds.parallel_wake = 1;
  struct series s = { .shape = row->shape, .tables = 2, .table = k, .typical = 1, .cold = 1 };
  struct crossing c;
  int failed = series_add (&s, first > row->least ? first : row->least, row->most, 1.15) != 0
               || measure (&s, until) != 0 || find_crossing (&c, &s, builtin) != 0;
  if (!failed)
    {
      mp_size_t n = !is_sure (c.gain) ? builtin : c.at == 0 ? 1 : c.at == s.n ? COMBA_NEVER : between (&s, c.at);
      print_number (row, builtin, n, c.gain);
      *number_at (&t->k, row) = n;
    }
  series_free (&s);
  return failed ? no_memory () : 0;
}

/* Gains of the tuned settings over the built-in ones; and with several threads, over one thread. */
struct comparison
{
  struct gain tuned, threads;
};

static const char *
noise_text (char text[32], struct gain g)
{
  snprintf (text, 32, g.noise == HUGE_VAL ? "unknown" : "%.1f %%", 100 * expm1 (g.noise));
  return text;
}

/* Built-in against tuned settings: the geometric mean over the sizes. */
static int
compare (struct comparison *result, const struct tuner *t, const char *name, enum shape shape, int threads,
         double until)
{
  enum { BUILTIN, TUNED, ALONE };
  struct comba_config k[] = { *t->builtin, t->k, t->k };
  for (int i = 0; i <= ALONE; i++)
    if (threads == 1 || i == ALONE)
      k[i].plans = (struct comba_plans) { 0 };
  struct series s = { .shape = shape, .tables = threads > 1 ? 3 : 2, .table = k, .typical = threads > 1 };
  struct measured m = { 0 };
  spread_workers (threads > 1);
  int failed = (threads > 1 ? series_add (&s, 32, 65536, 1.5) : series_add (&s, 4, 4096, 1.3)) != 0
               || measure (&s, until) != 0 || series_measured (&s, &m) != 0;
  spread_workers (0);
  if (!failed)
    {
      char noise[32];
      for (size_t i = 0; i < s.n; i++)
        gains_add (t->gains, name, threads, s.points[i].n, m.all[i * s.tables] / m.all[i * s.tables + TUNED]);
      result->tuned = gain_of (m.all, m.halves[0], m.halves[1], s.n, s.tables, BUILTIN, TUNED, 0, s.n);
      progress_end ();
      printf ("%-16s %d thread%s %10.3f  (%ld to %ld limbs; noise: %s)\n", name, threads, threads == 1 ? " " : "s",
              exp (result->tuned.gain), (long) s.points[0].n, (long) s.points[s.n - 1].n, noise_text (noise, result->tuned));
      if (threads > 1)
        {
          result->threads = gain_of (m.all, m.halves[0], m.halves[1], s.n, s.tables, ALONE, TUNED, 0, s.n);
          printf ("%-16s %9s %10.3f  (one thread / %d threads; noise: %s)\n", "", "", exp (result->threads.gain),
                  threads, noise_text (noise, result->threads));
        }
      fflush (stdout);
    }
  measured_free (&m);
  series_free (&s);
  return failed ? no_memory () : 0;
}

enum { COMPARED = 3 };

/* The mean of several gains, whose noises are independent. */
static struct gain
mean_gain (const struct gain *of)
{
  struct gain mean = { 0, 0 };
  for (int i = 0; i < COMPARED; i++)
    {
      mean.gain += of[i].gain / COMPARED;
      mean.noise = hypot (mean.noise, of[i].noise / COMPARED);
    }
  return mean;
}

/* Restores what is surely slower than the built-in settings; several threads must surely gain. */
static void
decide (struct tuner *t, const struct gain *alone, const struct gain *together, const struct gain *threads)
{
  const struct gain one = mean_gain (alone), several = mean_gain (together);
  const mp_size_t wake = t->k.thresholds.parallel_wake;
  const struct comba_plans plans = t->k.plans;
  if (is_sure ((struct gain) { -one.gain, one.noise }))
    {
      printf ("The tuned thresholds are slower than the built-in ones, which stay.\n");
      t->k = *t->builtin;
      t->k.plans = plans;
      t->k.thresholds.parallel_wake = wake;
    }
  if (t->threads == 1)
    return;
  if (is_sure ((struct gain) { -several.gain, several.noise }))
    {
      printf ("The tuned plans are slower than the built-in ones, which stay.\n");
      t->k.plans = t->builtin->plans;
      t->k.thresholds.parallel_wake = t->builtin->thresholds.parallel_wake;
    }
  t->threads_pay = is_sure (mean_gain (threads));
  if (!t->threads_pay)
    printf ("%d threads do not gain more than the noise over one: they are not turned on.\n", t->threads);
}

static int
compare_all (struct tuner *t, double until)
{
  static const struct { const char *name; enum shape shape; } functions[COMPARED] = {
    { "mul_n", SHAPE_MUL }, { "mul 4:1", SHAPE_UNBALANCED }, { "sqr", SHAPE_SQR }
  };
  struct gain tuned[2][COMPARED], threads[COMPARED];
  int kinds = t->threads > 1 ? 2 : 1, left = kinds * COMPARED, failed = 0;
  printf ("\nGain: time with the built-in settings / time with the tuned ones\n");
  for (int kind = 0; kind < kinds; kind++)
    for (int f = 0; f < COMPARED && !failed; f++, left--)
      {
        struct comparison c = { 0 };
        failed = compare (&c, t, functions[f].name, functions[f].shape, kind == 0 ? 1 : t->threads,
                          now_ns () + (until - now_ns ()) / left) != 0;
        tuned[kind][f] = c.tuned;
        threads[f] = c.threads;
      }
  if (!failed)
    decide (t, tuned[0], tuned[kinds - 1], threads);
  return failed ? -1 : 0;
}

static int (*const tune_row[]) (struct tuner *t, const struct row *row, double until) = {
  [ROW_MAXIMUM] = tune_maximum,
  [ROW_THRESHOLD] = tune_threshold,
  [ROW_HYPERBOLA] = tune_hyperbola,
  [ROW_SHORTER] = tune_threshold,
  [ROW_COSTS] = tune_costs,
  [ROW_PLAN] = tune_plans,
  [ROW_WAKE] = tune_wake,
};

/* Settings that the configuration has no code for are not tuned. */
static double
share_of (const struct tuner *t, const struct row *row)
{
  const int is_plan = row->kind == ROW_PLAN || row->kind == ROW_WAKE;
  return is_there (t, row) && (t->threads > 1 || !is_plan) ? row->share : 0;
}

int
tune (struct tuner *t, double seconds)
{
  t->k = *t->builtin;
  double shares = COMPARISON_SHARE, used = 0, start = now_ns ();
  for (int i = 0; i < ROWS; i++)
    {
      double share = share_of (t, &rows[i]);
      shares += share;
      if (share != 0 && rows[i].kind == ROW_THRESHOLD)
        *number_at (&t->k, &rows[i]) = COMBA_NEVER;
      if (share != 0 && (rows[i].kind == ROW_HYPERBOLA || rows[i].kind == ROW_SHORTER))
        *number_at (&t->k, &rows[i]) = 1;
    }
  if (t->threads > 1)
    t->k.plans = (struct comba_plans) { 0 };

  progress_begin (seconds);
  printf ("A setting stays built-in unless another one gains more than the noise.\n"
          "%-16s %12s %12s %11s %11s\n", "setting", "built-in", "tuned", "gain", "noise");
  for (int i = 0; i < ROWS; i++)
    {
      double share = share_of (t, &rows[i]);
      if (share == 0)
        continue;
      used += share;
      const int is_plan = rows[i].kind == ROW_PLAN;
      if (is_plan && rows[i + 1].kind == ROW_PLAN)
        continue;
      progress_stage (is_plan ? "plans" : rows[i].name);
      if (tune_row[rows[i].kind] (t, &rows[i], start + 1e9 * seconds * used / shares) != 0)
        return -1;
    }
  progress_stage ("comparison");
  if (compare_all (t, start + 1e9 * seconds) != 0)
    return -1;
  progress_end ();
  return 0;
}
