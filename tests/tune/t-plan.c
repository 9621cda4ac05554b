/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: the plan for synthetic times. */

#include "../tests.h"
#include "../../tune/tune/plan.h"
#include <math.h>
#include <string.h>

enum { SIZES = 12, CHOICES = 3 };

static const struct comba_step choices[CHOICES] = {
  { 1, COMBA_PATH_SEQUENTIAL, 1 }, { 1, COMBA_PATH_COLUMNS, 2 }, { 1, COMBA_PATH_POINTS, 2 },
};

/* Columns from 400 limbs on. */
static const struct comba_plan builtin = { { { 400, COMBA_PATH_COLUMNS, 2 } } };

static struct point points[SIZES];
static const struct series s = { .points = points, .n = SIZES, .tables = CHOICES };
static double times[SIZES][CHOICES], other[SIZES][CHOICES];

/* All choices take equally long at each of 100, 200, 400, ... limbs. */
static void
begin (void)
{
  for (int i = 0; i < SIZES; i++)
    {
      points[i].n = (mp_size_t) 100 << i;
      for (int c = 0; c < CHOICES; c++)
        times[i][c] = 1000 * (i + 1);
    }
}

/* Choice c takes FACTOR times as long from size i on. */
static void
change (int c, int from, double factor)
{
  for (int i = from; i < SIZES; i++)
    times[i][c] *= factor;
}

/* From halves of the rounds that differ. */
static struct outcome
plan_of_halves (struct comba_plan *plan, double worth)
{
  struct outcome o;
  const struct measured m = { times[0], { times[0], other[0] } };
  if (find_plan (plan, &o, &s, &m, choices, &builtin, 2, worth) != 0)
    check_fail ("no memory");
  return o;
}

static struct outcome
found (struct comba_plan *plan, double worth)
{
  memcpy (other, times, sizeof other);
  return plan_of_halves (plan, worth);
}

static void
expect_builtin (const struct comba_plan *plan, const struct outcome *o)
{
  if (!o->stays || o->gain != 0 || memcmp (plan, &builtin, sizeof builtin) != 0)
    check_fail ("the built-in plan does not stay, %g", o->gain);
}

static void
try_worth (void)
{
  struct comba_plan plan;
  check_begin ("the built-in plan stays where another gains less than is asked for");
  begin (), change (2, 0, 0.98);
  struct outcome o = found (&plan, 0.03);
  expect_builtin (&plan, &o);
  if (fabs (o.farthest - (1 / 0.98 - 1)) > 1e-9 || o.at != 100)
    check_fail ("%g above the best, at %ld", o.farthest, (long) o.at);

  o = found (&plan, 0.01);
  if (o.stays || fabs (o.gain - (1 / 0.98 - 1)) > 1e-9 || o.farthest > 1e-9
      || plan.steps[0].path != COMBA_PATH_POINTS || plan.steps[0].from != 100
      || plan.steps[1].threads != 0)
    check_fail ("2 %% are not taken: path %d from %ld, %g", plan.steps[0].path, (long) plan.steps[0].from, o.gain);

  begin (), change (2, 0, 0.9);
  o = found (&plan, 0.03);
  if (o.stays || fabs (o.gain - (1 / 0.9 - 1)) > 1e-9)
    check_fail ("a tenth is not taken: %g", o.gain);
  check_end ();
}

/* Points are faster by 2 %, and much faster from size 6 on: the built-in plan stays below. */
static void
try_part (void)
{
  struct comba_plan plan;
  check_begin ("the built-in plan stays in part");
  begin (), change (2, 0, 0.98), change (2, 6, 0.5);
  struct outcome o = found (&plan, 0.1);
  if (o.stays || plan.steps[0].path != COMBA_PATH_COLUMNS || plan.steps[0].from <= points[1].n
      || plan.steps[0].from > points[2].n || plan.steps[1].path != COMBA_PATH_POINTS
      || plan.steps[1].from <= points[5].n || plan.steps[1].from > points[6].n
      || plan.steps[2].threads != 0)
    check_fail ("path %d from %ld, %d from %ld", plan.steps[0].path, (long) plan.steps[0].from,
                plan.steps[1].path, (long) plan.steps[1].from);
  check_end ();
}

static void
try_step (void)
{
  struct comba_plan plan;
  check_begin ("a step between two sizes");
  begin (), change (1, 0, 2), change (2, 0, 2), change (2, 5, 0.25);
  struct outcome o = found (&plan, 0.03);
  if (o.stays || plan.steps[0].path != COMBA_PATH_POINTS || plan.steps[0].threads != 2
      || plan.steps[0].from <= points[4].n || plan.steps[0].from > points[5].n
      || plan.steps[1].threads != 0)
    check_fail ("path %d from %ld", plan.steps[0].path, (long) plan.steps[0].from);
  check_end ();
}

/* A loss at a single size makes no steps, however large it is; at three sizes it does. */
static void
try_cap (void)
{
  struct comba_plan plan;
  check_begin ("one size alone makes no step");
  begin (), change (1, 2, 0.5);
  times[7][1] = times[7][0] * 100;
  struct outcome o = found (&plan, 0.03);
  expect_builtin (&plan, &o);
  if (fabs (o.farthest - 99) > 1e-6 || o.at != points[7].n)
    check_fail ("%g above the best, at %ld", o.farthest, (long) o.at);

  times[6][1] = times[6][0] * 100, times[8][1] = times[8][0] * 100;
  o = found (&plan, 0.03);
  if (o.stays || plan.steps[1].path == COMBA_PATH_COLUMNS || plan.steps[2].path != COMBA_PATH_COLUMNS)
    check_fail ("three are not seen");
  check_end ();
}

/* A difference in one half of the rounds alone. */
static void
try_unsure (void)
{
  struct comba_plan plan;
  check_begin ("a difference in one half of the rounds makes no step");
  begin (), change (1, 2, 0.5);
  memcpy (other, times, sizeof other);
  change (2, 4, 0.25);
  struct outcome o = plan_of_halves (&plan, 0.03);
  expect_builtin (&plan, &o);
  memcpy (other, times, sizeof other);
  o = plan_of_halves (&plan, 0.03);
  if (o.stays)
    check_fail ("a difference in both halves makes no step");
  check_end ();
}

/* A built-in path that does not suit a size leaves it to one thread. */
static void
try_missing (void)
{
  struct comba_plan plan;
  check_begin ("a path that is not for some sizes");
  begin (), change (1, 2, 0.5), change (2, 0, 1.5);
  for (int i = 0; i < 5; i++)
    times[i][1] = HUGE_VAL;
  struct outcome o = found (&plan, 0.03);
  expect_builtin (&plan, &o);
  if (o.farthest > 1e-9)
    check_fail ("%g above the best", o.farthest);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  try_worth ();
  try_part ();
  try_step ();
  try_cap ();
  try_unsure ();
  try_missing ();
  return tests_end ();
}
