/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: the times of candidates from disturbed rounds, with synthetic times. */

#include "../tests.h"
#include "../../tune/samples.h"
#include "../../tune/tune/fit.h"
#include <math.h>
#include <stdlib.h>

enum { ROUNDS_EACH = 24, MOST = 12 };

static double
random_unit (void)
{
  return random_below (1000000) / 1e6;
}

/* Candidate c takes 100 (1 + c / 10); the slowest ones are timed in every fourth round. */
#define SELDOM_FROM 8

static double
truth (size_t c)
{
  return 100 * (1 + c / 10.0);
}

static int
is_seldom (size_t v, size_t c)
{
  return c >= SELDOM_FROM && v % 4 != 0;
}

/* In a part DISTURBED of the rounds all times are SLOWER times as long.  One of OUTLIERS times is
   half as long again, except where there are few times. */
static void
check_fit (const char *name, size_t rounds, size_t candidates, double slower, double disturbed,
           unsigned outliers, double tolerance)
{
  check_begin ("%s, %d candidates", name, (int) candidates);
  for (int round = 0; round < 200; round++)
    {
      double times[MOST], measured[ROUNDS_EACH * MOST];
      for (size_t v = 0; v < rounds; v++)
        {
          const double factor = v < disturbed * rounds ? slower : 1;
          for (size_t c = 0; c < candidates; c++)
            measured[v * candidates + c] =
              is_seldom (v, c) ? HUGE_VAL
              : truth (c) * factor * (1 + 0.01 * random_unit ())
                * (c < SELDOM_FROM && outliers > 0 && random_below (outliers) == 0 ? 1.5 : 1);
        }
      fit_times (times, measured, NULL, rounds, candidates);
      for (size_t c = 1; c < candidates; c++)
        {
          const double ratio = times[c] / times[0] / (truth (c) / truth (0));
          if (!(fabs (ratio - 1) < tolerance))
            check_fail ("candidate %d: %g times the true time", (int) c, ratio);
        }
    }
  check_end ();
}

static void
check_short (void)
{
  double times[3];
  fit_times (times, NULL, NULL, 0, 3);
  CHECK_THAT (times[0] == HUGE_VAL && times[2] == HUGE_VAL, "no rounds");
  double one[] = { 10, HUGE_VAL, 40 };
  fit_times (times, one, NULL, 1, 3);
  CHECK_THAT (fabs (times[0] - 10) < 1e-9 && times[1] == HUGE_VAL && fabs (times[2] - 40) < 1e-9,
              "one round, and a candidate without times");
  double two[] = { 10, HUGE_VAL, HUGE_VAL, HUGE_VAL, 30, 60 };
  fit_times (times, two, NULL, 2, 3);
  CHECK_THAT (fabs (times[2] / times[1] - 2) < 1e-9, "candidates of another round");
  double absolute[] = { 10, 20, 10, 20, 15, 30 };
  fit_times (times, absolute, NULL, 3, 2);
  CHECK_THAT (fabs (times[0] - 10) < 1e-9 && fabs (times[1] - 20) < 1e-9, "the typical round");
}

static void
check_midmean (const char *name, const double *x, size_t n, double expected)
{
  double y[8];
  check_begin ("midmean %s", name);
  for (size_t i = 0; i < n; i++)
    y[i] = x[i];
  const double got = midmean (y, n);
  if (fabs (got - expected) > 1e-12)
    check_fail ("got %g, expected %g", got, expected);
  check_end ();
}

static void
check_weighted (const char *name, const struct weighted *x, size_t n, double cut, double expected)
{
  struct weighted y[8];
  check_begin ("a mean by weights: %s", name);
  for (size_t i = 0; i < n; i++)
    y[i] = x[i];
  const double got = weighted_mean (y, n, cut);
  if (!(fabs (got - expected) < 1e-12))
    check_fail ("got %g, expected %g", got, expected);
  check_end ();
}

/* Candidate 1 takes twice as long as candidate 0; in one of ten rounds half as long, with times
   three times as long altogether. */
static void
check_states (void)
{
  enum { N = 40 };
  double times[2], measured[2 * N], weights[N];
  for (int balanced = 0; balanced < 2; balanced++)
    {
      for (int v = 0; v < N; v++)
        {
          const int rare = v % 10 == 3;
          measured[2 * v] = rare ? 300 : 100;
          measured[2 * v + 1] = rare ? 150 : 200;
          weights[v] = rare && balanced ? 9 : 1;
        }
      fit_times (times, measured, weights, N, 2);
      /* A twentieth of all weight is cut at either end. */
      const double rare = balanced ? 0.5 : 0.05 / 0.9;
      CHECK_THAT (fabs (log (times[1] / times[0]) - (1 - 2 * rare) * log (2)) < 1e-9,
                  balanced ? "two states, balanced" : "two states");
    }
}

int
main (void)
{
  static const struct weighted w[] = { { 9, 1 }, { 1, 2 }, { 4, 1 }, { -50, 1 } };
  check_weighted ("one", w, 1, 0.05, 9);
  check_weighted ("all", w, 3, 0, 3.75);
  check_weighted ("a part of both ends", w, 2, 0.25, (1.25 * 1 + 0.25 * 9) / 1.5);
  check_weighted ("neither end", w, 4, 0.2, 2);
  check_states ();
  static const double x[] = { 9, 1, 3, 100, 5, 4, -50, 7 };
  check_midmean ("of one", x, 1, 9);
  check_midmean ("of two", x, 2, 5);
  check_midmean ("of three: the median", x, 3, 3);
  check_midmean ("of four", x, 4, 6);
  check_midmean ("of seven", x, 7, 4);
  check_midmean ("of eight", x, 8, 4.75);
  check_short ();
  check_fit ("quiet", 8, 2, 1, 0, 0, 0.01);
  check_fit ("a part of the rounds disturbed", 9, 2, 1.4, 0.45, 0, 0.01);
  check_fit ("some times too long", ROUNDS_EACH, 2, 1, 0, 24, 0.02);
  check_fit ("rounds disturbed and times too long", ROUNDS_EACH, MOST, 1.4, 0.4, 24, 0.02);
  return tests_end ();
}
