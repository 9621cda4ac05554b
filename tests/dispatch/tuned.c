/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "tuned.h"
#include "../residue/moduli.h"
#include "api/context.h"
#include "dispatch/tuning_rows.h"
#include "mul/ladder.h"
#include "mul/mul.h"
#include "mul/paths/paths.h"

/* The reference for modular squares is slow. */
#define MODULAR_MAX 60

#define LARGEST ((mp_size_t) (~0ull >> (65 - 8 * sizeof (mp_size_t))))

static mp_size_t
random_number (void)
{
  static const mp_size_t special[] = { 0, 1, 2, 3, LARGEST, LARGEST - 1, LARGEST / 2 + 1 };
  switch (random_below (4))
    {
    case 0:
      return special[random_below (sizeof special / sizeof special[0])];
    case 1:
      return (mp_size_t) random_below (10);
    case 2:
      return (mp_size_t) random_below (100);
    default:
      return (mp_size_t) random_below (2000);
    }
}

static void
random_thresholds (struct comba_thresholds *t)
{
  mp_size_t n = random_number (), step = (mp_size_t) random_below (100);
  unsigned long manner = random_below (4);
  switch (manner)
    {
    case 0:                     /* all the same */
#define X(name) t->name = n;
      COMBA_THRESHOLDS (X)
#undef X
      break;
    case 1:                     /* descending */
      n = 12 * step;
#define X(name) t->name = n, n -= n < step ? n : step;
      COMBA_THRESHOLDS (X)
#undef X
      break;
    default:
#define X(name) t->name = manner == 2 ? (mp_size_t) random_below (60) : random_number ();
      COMBA_THRESHOLDS (X)
#undef X
      break;
    }
}

/* PATHS as in struct comba_tuning_row. */
static void
random_plan (struct comba_plan *plan, unsigned paths, int ascending)
{
  *plan = (struct comba_plan) { .steps[0].threads = 0 };
  int n = (int) random_below (COMBA_PLAN_STEPS + 1);
  mp_size_t from = (mp_size_t) random_below (20);
  for (int i = 0; i < n; i++)
    {
      struct comba_step *s = &plan->steps[i];
      if (i > 0)
        from = i == n - 1 && random_below (4) == 0
               ? LARGEST : from + 1 + (mp_size_t) random_below (1 + 2 * (unsigned long) from);
      s->from = ascending ? from : random_number ();
      do
        s->path = (int) random_below (COMBA_PATHS);
      while ((paths >> s->path & 1) == 0);
      s->threads = 1 + (int) random_below (random_below (4) == 0 ? COMBA_THREADS_MAX : 3);
    }
}

void
random_tuning (struct comba_tuning *t, int as_in_files)
{
#define X(name) t->name = random_number ();
  COMBA_FIXED_MAXIMA (X)
#undef X
  random_thresholds (&t->thresholds);
#define X(name)                                                                             \
  random_plan (&t->plans.name,                                                              \
               as_in_files ? comba_tuning_rows[COMBA_TUNING_ROW_plan_##name].paths : ~0u, \
               as_in_files);
  COMBA_PLANS (X)
#undef X
  t->threads = (int) random_below (COMBA_THREADS_MAX + 1);
}

static void
mul (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  if (an == bn && bn <= k->mul_n_max)
    (bn <= COMBA_MUL_EQUAL_MAX && k->mul_equal[bn] != NULL ? k->mul_equal : k->mul_n)[bn] (rp, ap, an, bp);
  else if (an > bn && bn <= k->mul_by_max)
    k->mul_by[bn] (rp, ap, an, bp);
  else if (an > bn && comba_is_unequal (k, an, bn))
    k->mul_unequal (rp, ap, an, bp, bn);
  else if (!comba_parallel_mul (k, rp, ap, an, bp, bn))
    comba_mul (k, rp, ap, an, bp, bn);
}

static void
sqr (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  const struct comba_config *k = context;
  if (n <= k->sqr_n_max)
    k->sqr_n[n] (rp, ap);
  else if (!comba_parallel_sqr (k, rp, ap, n))
    comba_sqr (k, rp, ap, n);
}

/* Modulo an odd number, as the plan says. */
static void
try_modular (const struct comba_config *k, mp_size_t n)
{
  mp_ptr p = new_area (n), a = new_area (n), r = new_area (n), expected = new_area (n);
  struct comba_mod *m;
  random_modulus (p, n, (int) random_below (MODULUS_KINDS), 1);
  random_residue (a, p, n, (int) random_below (RESIDUE_KINDS));
  const mp_limb_t e[2] = { 2, 0 };
  reference_mulmod (expected, a, a, p, n);
  if (comba_mod_new (&m, k, p, n, COMBA_MOD_AUTO, 0, 0) != COMBA_OK || comba_mod_powm (m, r, a, e, 2) != COMBA_OK)
    check_fail ("a modulus of %ld limbs", (long) n);
  expect_equal (r, expected, n, "square modulo %ld limbs", (long) n);
  comba_mod_clear (m);
  check_area (r, "square");
  free_area (p), free_area (a), free_area (r), free_area (expected);
}

void
try_tuning (const struct comba_config *k, const struct comba_tuning *t, int shapes,
            mp_size_t max)
{
  struct comba_config tuned = *k;
  comba_tuning_apply (&tuned, t);
  tuned.points_copied = random_number ();
  for (int i = 0; i < shapes; i++)
    {
      mp_size_t an = 1 + (mp_size_t) random_below (1 + random_below (max));
      mp_size_t bn = random_below (2) ? an : 1 + (mp_size_t) random_below (an);
      try_mul (mul, &tuned, an, bn);
      try_sqr (sqr, &tuned, an);
      try_modular (&tuned, 1 + (an - 1) % MODULAR_MAX);
    }
}
