/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: the best threshold and the best plan, with synthetic times. */

#include "../tests.h"
#include "../../tune/tune/optimize.h"
#include <math.h>

enum { SIZES = 40, CHOICES = 4 };

static double
random_unit (void)
{
  return random_below (1000000) / 1e6;
}

/* A time of about NS, with disturbances of up to NOISE. */
static double
disturbed (double ns, double noise)
{
  return ns * (1 + noise * random_unit ());
}

/* And rarely a larger one. */
static double
noisy (double ns, double noise)
{
  return disturbed (ns, noise * (random_below (50) == 0 ? 3 : 1));
}

static double
size_at (int i)
{
  return 10 * pow (1.1, i);
}

/* A is quadratic, B slower below CROSSING and faster above: by 0.4 log (1.1) more with each size.
   A threshold m sizes away loses at least 0.4 log (1.1) m (m - 1) / 2, of which noise hides at most
   m log (1 + NOISE). */
static void
check_crossing (double crossing, double noise)
{
  double a[SIZES], b[SIZES];
  const double away = 1 + 2 * log1p (noise) / (0.4 * log (1.1)), tolerance = pow (1.1, floor (away) + 0.51);
  check_begin ("a crossing at %.0f, noise %.0f %%", crossing, 100 * noise);
  for (int round = 0; round < 100; round++)
    {
      for (int i = 0; i < SIZES; i++)
        {
          double n = size_at (i);
          a[i] = disturbed (n * n, noise);
          b[i] = disturbed (pow (n, 1.6) * pow (crossing, 0.4), noise);
        }
      size_t at = best_threshold (a, b, SIZES);
      double found = size_at ((int) at) / sqrt (1.1);
      if (found > crossing * tolerance || found < crossing / tolerance)
        check_fail ("found %.0f", found);
    }
  check_end ();
}

static void
check_one_sided (void)
{
  double slow[SIZES], fast[SIZES];
  for (int i = 0; i < SIZES; i++)
    {
      slow[i] = 2 + random_unit ();
      fast[i] = 1 + random_unit () / 2;
    }
  CHECK_THAT (best_threshold (slow, fast, SIZES) == 0, "always the second");
  CHECK_THAT (best_threshold (fast, slow, SIZES) == SIZES, "never the second");
  CHECK_THAT (best_threshold (fast, slow, 0) == 0, "no sizes");
}

static void
check_ties (void)
{
  double a[SIZES], b[SIZES];
  for (int i = 0; i < SIZES; i++)
    {
      a[i] = i < 30 ? 1 : 2;
      b[i] = i < 10 ? 2 : 1;
    }
  CHECK_THAT (best_threshold (a, b, SIZES) == 20, "of equal thresholds the middle one");
}

/* Every threshold, by exhaustive search. */
static void
check_threshold_losses (void)
{
  check_begin ("thresholds against all others");
  for (int round = 0; round < 1000; round++)
    {
      double a[SIZES], b[SIZES], least = HUGE_VAL;
      size_t n = 1 + random_below (SIZES);
      for (size_t i = 0; i < n; i++)
        {
          a[i] = 1 + random_unit ();
          b[i] = 1 + random_unit ();
        }
      for (size_t at = 0; at <= n; at++)
        {
          double loss = 0;
          for (size_t i = 0; i < n; i++)
            loss += log (i < at ? a[i] : b[i]) - log (a[i] < b[i] ? a[i] : b[i]);
          if (fabs (loss - threshold_loss (a, b, n, at)) > 1e-9)
            check_fail ("threshold_loss: %g, not %g", threshold_loss (a, b, n, at), loss);
          least = fmin (least, loss);
        }
      if (threshold_loss (a, b, n, best_threshold (a, b, n)) > least + 1e-9)
        check_fail ("not the least loss");
    }
  check_end ();
}

static void
check_fair_losses (void)
{
  static const double all[] = { 2, 1, 4 }, one[] = { 2, 1, 4 }, other[] = { 3, 4, 2 };
  static const double none[] = { HUGE_VAL, HUGE_VAL, HUGE_VAL }, some[] = { 6, 4, HUGE_VAL };
  CHECK_THAT (least_of (all, 3) == 1 && least_of (none, 3) == 0, "the least time");
  CHECK_THAT (fabs (fair_loss (all, one, other, 3, 0) - (log (3. / 4) + log (2. / 4)) / 2) < 1e-9,
              "the best by one half may not be that of the other");
  CHECK_THAT (fabs (fair_loss (all, one, one, 3, 0) - log (2)) < 1e-9, "equal halves");
  CHECK_THAT (fabs (fair_loss (all, one, other, 3, 1) - fair_loss (all, other, one, 3, 1)) < 1e-9, "halves exchanged");
  CHECK_THAT (fabs (fair_loss (all, one, some, 3, 2) - log (4)) < 1e-9, "a choice that a half has not");
  CHECK_THAT (fabs (fair_loss (all, one, none, 3, 0) - log (2)) < 1e-9, "no times in one half");

  CHECK_THAT (fabs (sure_loss (all, one, some, 3, 0) - log (2)) < 1e-9, "a loss is sure if both halves say so");
  CHECK_THAT (fabs (sure_loss (all, one, other, 3, 0)) < 1e-9, "by one half there is none");
  CHECK_THAT (fabs (sure_loss (all, one, some, 3, 2) - log (4)) < 1e-9, "a choice with times in one half only");
  CHECK_THAT (fabs (sure_loss (all, none, none, 3, 2)) < 1e-9, "no loss is sure without times in both halves");

  /* Where all times are equal, noise makes no loss. */
  double mean = 0;
  for (int round = 0; round < 20000; round++)
    {
      double halves[2][CHOICES];
      for (int c = 0; c < CHOICES; c++)
        halves[0][c] = noisy (1, 0.1), halves[1][c] = noisy (1, 0.1);
      mean += fair_loss (halves[0], halves[0], halves[1], CHOICES, 0) / 20000;
    }
  CHECK_THAT (fabs (mean) < 0.002, "noise is no loss");
}

static int
steps_of (const int *plan, size_t n)
{
  int steps = 0;
  for (size_t i = 0; i < n; i++)
    steps += plan[i] != (i > 0 ? plan[i - 1] : 0);
  return steps;
}

/* Every plan, by exhaustive search. */
static void
check_plans (int steps, double penalty)
{
  check_begin ("plans of at most %d steps, %g each, against all others", steps, penalty);
  for (int round = 0; round < 20; round++)
    {
      enum { N = 6, PLANS = 1 << 2 * N };
      double times[N * CHOICES], least = HUGE_VAL;
      int plan[N], other[N];
      for (int i = 0; i < N * CHOICES; i++)
        times[i] = i % CHOICES > 0 && random_below (5) == 0 ? HUGE_VAL : 1 + random_unit ();
      for (int number = 0; number < PLANS; number++)
        {
          for (int i = 0; i < N; i++)
            other[i] = number >> 2 * i & 3;
          if (steps_of (other, N) <= steps)
            least = fmin (least, plan_loss (times, N, CHOICES, other)
                                 + penalty * steps_of (other, N));
        }
      if (best_plan (plan, times, N, CHOICES, steps, penalty) != 0)
        check_fail ("no memory");
      else if (steps_of (plan, N) > steps)
        check_fail ("%d steps", steps_of (plan, N));
      else if (fabs (plan_loss (times, N, CHOICES, plan) + penalty * steps_of (plan, N) - least)
               > 1e-9)
        check_fail ("not the least loss");
    }
  check_end ();
}

/* Three choices with crossings at sizes 10 and 25, the fourth never best. */
static void
check_noisy_plan (void)
{
  check_begin ("a plan of two steps in noise");
  for (int round = 0; round < 100; round++)
    {
      double times[SIZES * CHOICES];
      int plan[SIZES];
      for (int i = 0; i < SIZES; i++)
        {
          double *t = times + i * CHOICES;
          t[0] = noisy (1, 0.01);
          t[1] = noisy (1 + 0.03 * (10 - i), 0.01);
          t[2] = noisy (0.55 + 0.04 * (25 - i), 0.01);
          t[1] = fmax (t[1], 0.5);
          t[2] = fmax (t[2], 0.3);
          t[3] = i < 5 ? HUGE_VAL : 2;
        }
      if (best_plan (plan, times, SIZES, CHOICES, 16, 0.03) != 0)
        check_fail ("no memory");
      int steps = steps_of (plan, SIZES);
      if (steps != 2 || plan[0] != 0 || plan[17] != 1 || plan[SIZES - 1] != 2)
        check_fail ("%d steps", steps);
    }
  check_end ();
}

/* A gain of PERCENT at sizes 10 to 29, in times with noise: is it called sure? */
static int
sure_of (double percent, double noise, struct gain *g)
{
  double all[2 * SIZES], halves[2][2 * SIZES];
  for (int i = 0; i < SIZES; i++)
    for (int c = 0; c < 2; c++)
      {
        const double time = size_at (i) * (c == 1 && i >= 10 && i < 30 ? 1 - percent / 100 : 1);
        for (int h = 0; h < 2; h++)
          halves[h][2 * i + c] = disturbed (time, noise);
        all[2 * i + c] = (halves[0][2 * i + c] + halves[1][2 * i + c]) / 2;
      }
  *g = gain_of (all, halves[0], halves[1], SIZES, 2, 0, 1, 10, 30);
  return is_sure (*g);
}

static void
check_gains (void)
{
  struct gain g;
  int sure = 0, wrong = 0, off = 0;
  check_begin ("gains and noise");
  for (int round = 0; round < 1000; round++)
    {
      sure += sure_of (5, 0.05, &g);
      off += fabs (g.gain + 0.5 * log1p (-0.05)) > 2 * g.noise;
      wrong += sure_of (0, 0.05, &g);
      wrong += sure_of (-5, 0.05, &g);
    }
  if (sure < 950)
    check_fail ("of 1000 gains of 5 %% %d are sure", sure);
  if (wrong > 50)
    check_fail ("of 2000 gains that are none %d are sure", wrong);
  if (off > 20)
    check_fail ("%d of 1000 gains are farther from the truth than twice the noise", off);
  if (!sure_of (0.1, 0, &g) || fabs (g.gain + 0.5 * log1p (-0.001)) > 1e-9)
    check_fail ("a gain without noise: %g", g.gain);
  const double all[] = { 2, 1, 2, 1 }, none[] = { HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL };
  if (is_sure (gain_of (all, all, none, 2, 2, 0, 1, 0, 2)))
    check_fail ("a gain is sure, though only one half has times");
  if (is_sure (gain_of (all, all, all, 2, 2, 0, 1, 1, 1)))
    check_fail ("a gain is sure where no choice differs");
  /* A disturbance that lasts for one half. */
  const double half[] = { 1, 1, 1, 1 }, mean[] = { 1.5, 1, 1.5, 1 };
  if (is_sure (gain_of (mean, all, half, 2, 2, 0, 1, 0, 2)))
    check_fail ("a gain is sure that one half alone has");
  check_end ();
}

int
main (void)
{
  tests_begin ();
  check_gains ();
  check_crossing (60, 0);
  check_crossing (60, 0.03);
  check_crossing (150, 0.10);
  check_one_sided ();
  check_ties ();
  check_threshold_losses ();
  check_fair_losses ();
  check_plans (0, 0);
  check_plans (1, 0);
  check_plans (2, 0.1);
  check_plans (6, 0);
  check_plans (6, 0.2);
  check_noisy_plan ();
  return tests_end ();
}
