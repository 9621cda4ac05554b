/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mod_schedule: which thread computes what in which phase, with predicted times and the
   formulas of paper 003.  The contract is in comba.h. */

#include "api/context.h"
#include "split/method.h"
#include "split/schedule.h"
#include "arith/scratch.h"
#include "mul/cost.h"
#include "mul/mul.h"
#include <stdarg.h>
#include <stdio.h>

struct text
{
  char *p;
  size_t room, length;
};

static void __attribute__ ((format (printf, 2, 3)))
add (struct text *t, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  int n = vsnprintf (t->length < t->room ? t->p + t->length : NULL,
                     t->length < t->room ? t->room - t->length : 0, format, args);
  va_end (args);
  t->length += n > 0 ? n : 0;
}

/* Limbs [a, a + an) of an operand: its name, or with a part's index, or with the range. */
static void
add_range (struct text *t, const struct comba_recipe *r, const char *name, mp_size_t a, mp_size_t an)
{
  mp_size_t s = (r->n + r->parts - 1) / r->parts, rest = r->n - a;
  if (an == r->n)
    add (t, "%s", name);
  else if (a % s == 0 && an == (rest < s ? rest : s) && *name != 'P' && *name != 'Q')
    add (t, "%s%ld", name, (long) (a / s));
  else
    add (t, "%s[%ld,%ld)", name, (long) a, (long) (a + an));
}

static void
add_block (struct text *t, const struct comba_recipe *r, const struct comba_unit *u,
           const struct comba_block *b)
{
  int slice = u->kind == COMBA_UNIT_SLICE;
  if (b->twice)
    add (t, "2 ");
  add_range (t, r, slice ? "Q" : b->folded ? "(A0+A1)" : "A", b->a, b->an);
  add (t, " ");
  add_range (t, r, slice ? "P" : b->folded ? "(B0+B1)" : r->square ? "A" : "B", b->b, b->bn);
}

static void
add_unit (struct text *t, const struct comba_recipe *r, const struct comba_unit *u)
{
  for (int i = 0; i < u->blocks; i++)
    {
      add (t, "%s", i > 0 ? " + " : "");
      add_block (t, r, u, &r->block[u->first + i]);
    }
  if (u->kind != COMBA_UNIT_TERM)
    return;
  if (u->blocks == 0)
    add (t, "C[%ld,%ld)", (long) u->at, (long) (u->at + u->len));
  add (t, ": %s %ld, Q%s", u->low > 0 ? "low" : "high", (long) (u->low + u->high),
       r->gather_q ? "" : ", QP");
}

static void
add_worker (struct text *t, const struct comba_recipe *r, int phase, int worker, double unit)
{
  const int first = r->start[phase][worker], end = r->start[phase][worker + 1];
  uint64_t load = 0;
  for (int i = first; i < end; i++)
    load += r->unit[i].cost;
  add (t, "    worker %d: %.3f ", worker, load / unit);
  for (int i = first; i < end; i++)
    {
      add (t, "%s", i > first ? " | " : "");
      add_unit (t, r, &r->unit[i]);
    }
  add (t, "\n");
}

static void
add_phase (struct text *t, const struct comba_recipe *r, int phase, double unit)
{
  add (t, "  phase %d: %.3f\n", phase + 1, r->busiest[phase] / unit);
  if (r->transforms && phase != 1)
    add (t, "    all workers: %s, by transforms\n", phase == 0 ? "A B" : "Q P");
  else
    for (int j = 0; j < r->workers; j++)
      add_worker (t, r, phase, j, unit);
  if (r->gather_c && phase == 0)
    add (t, "    then C is added up\n");
  if (r->gather_q && phase == r->phases - 2)
    add (t, "    then Q is added up\n");
}

/* Describes a recipe: what each worker computes in each phase, with predicted times. */
static size_t
print_schedule (char *text, size_t length, const struct comba_recipe *r,
                const struct comba_config *k)
{
  struct text t = { .p = text, .room = length };
  const double unit = (double) comba_mul_cost (k, r->n, r->n);
  const double sequential = (double) comba_cost_montgomery (k, r->n);
  add (&t, "%d worker%s, predicted %.3f; sequential %.3f, so %.2f times as fast\n", r->workers,
       r->workers == 1 ? "" : "s", r->predicted / unit, sequential / unit,
       sequential / r->predicted);
  for (int p = 0; p < r->phases; p++)
    add_phase (&t, r, p, unit);
  add (&t, "  the result is added up and reduced\n");
  return t.length;
}

/* The paper's times in units of M(n), where M(n1 + n2, n) = M(n1, n) + M(n2, n): theorem 1, and
   for T threads theorem 2 (where it applies) and table 1. */
static void
add_formulas (struct text *t, int algorithm, int k, int threads)
{
  double T = threads, all = 1, half = (k + 1) / 2;
  for (int i = 0; i < half; i++)
    all += 2 * (0.5 - (double) i / k) * (1 + 2. / k);
  switch (algorithm)
    {
    case COMBA_MOD_BIPARTITE:
      add (t, "paper: sequential 2.5; %d threads %.3f\n", threads, 2.5 / T);
      break;
    case COMBA_MOD_TRIPARTITE:
      add (t, "paper: sequential 2.25; %d threads %.3f\n", threads, 3 / T);
      break;
    default:
      add (t, "theorem 1: sequential %.3f%s\n", all,
           algorithm == COMBA_MOD_MULTIPARTITE_1 ? " (without the sum of Q)" : "");
      if (algorithm == COMBA_MOD_MULTIPARTITE_1 && k > 3 && threads >= 3 * (int) half)
        add (t, "theorem 2: %d threads %.3f\n", threads, 1. / k / k + 1. / k + 1 / T);
    }
}

COMBA_EXPORT size_t
comba_mod_schedule (char *text, size_t length, int algorithm, mp_size_t n, int parts, int threads,
                    int square)
{
  static comba_recipe_fn *const recipes[COMBA_MOD_ALGORITHMS] = {
    [COMBA_MOD_BIPARTITE] = comba_bipartite_recipe,
    [COMBA_MOD_TRIPARTITE] = comba_tripartite_recipe,
    [COMBA_MOD_MULTIPARTITE_1] = comba_multipartite_1_recipe,
    [COMBA_MOD_MULTIPARTITE_2] = comba_multipartite_2_recipe,
  };
  if (algorithm < 0 || algorithm >= COMBA_MOD_ALGORITHMS || recipes[algorithm] == NULL)
    return 0;
  const struct comba_split_method *method = comba_split_method (algorithm);
  if (n < parts || n > COMBA_REPRESENTATION_MAX || parts < method->min_parts || parts > method->max_parts
      || threads < 1 || threads > COMBA_THREADS_MAX)
    return 0;
  const struct comba_config *k = comba_active ();
  size_t room = comba_recipe_room (parts, threads);
  struct comba_recipe r = {
    .n = n, .h = comba_split_size (n, parts) / 2, .parts = parts, .square = square,
  };
  struct comba_scratch s;
  mp_ptr memory = COMBA_SCRATCH_GET (&s, (room * (sizeof *r.block + sizeof *r.unit)
                                          + sizeof (mp_limb_t)) / sizeof (mp_limb_t), 0);
  struct text t = { .p = text, .room = length };
  if (memory != NULL)
    {
      r.unit = (struct comba_unit *) memory;
      r.block = (struct comba_block *) (r.unit + room);
      comba_recipe_make (&r, recipes[algorithm], k, threads);
      add (&t, "%s%s, %ld limbs", method->name, square ? ", squares" : "", (long) n);
      if (method->max_parts > 2)
        add (&t, ", k = %d", parts);
      add (&t, ", %d thread%s, CPU configuration %s; times in M(%ld)\n", threads, threads == 1 ? "" : "s",
           k->name, (long) n);
      add_formulas (&t, algorithm, parts, threads);
      t.length += print_schedule (t.length < length ? text + t.length : NULL,
                                  t.length < length ? length - t.length : 0, &r, k);
    }
  comba_scratch_put (&s);
  return t.length;
}
