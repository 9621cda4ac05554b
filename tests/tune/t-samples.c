/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Averages of samples.  The times of real samples are not tested. */

#include "../tests.h"
#include "../../tune/samples.h"
#include <math.h>

static void
check_quantile (const char *name, const double *x, size_t n, double p, double expected)
{
  check_begin ("quantile %s", name);
  const double got = quantile (x, n, p);
  if (got != expected)
    check_fail ("got %g, expected %g", got, expected);
  check_end ();
}

static void
check_median (const char *name, const struct sample *s, size_t n, size_t needed, double cycles,
              int disturbed)
{
  check_begin ("median %s", name);
  const struct sample got = median_sample (s, n, needed);
  if (got.cycles != cycles || got.disturbed != disturbed)
    check_fail ("got %g, disturbed %d, expected %g, %d", got.cycles, got.disturbed, cycles, disturbed);
  check_end ();
}

static void
check_between (void)
{
  const struct reading slow = { 0.5, 0 }, fast = { 0.25, 0 }, busy = { 0.25, 1 };
  check_begin ("a sample between two readings");
  struct sample s = sample_between (75, &slow, &fast);
  if (s.cycles != 200 || s.disturbed)
    check_fail ("got %g cycles, disturbed %d", s.cycles, s.disturbed);
  s = sample_between (75, &busy, &slow);
  if (s.cycles != 200 || !s.disturbed)
    check_fail ("a noisy neighbour before: got %g cycles, disturbed %d", s.cycles, s.disturbed);
  s = sample_between (75, &slow, &busy);
  if (!s.disturbed)
    check_fail ("a noisy neighbour after it is lost");
  check_end ();
}

/* A reading reports a plausible clock. */
static void
check_range (void)
{
  double least, most;
  check_begin ("the range of the clock");
  struct reading r = read_clock ();
  clock_range (&least, &most);
  if (!(least > 0 && least == most && fabs (1 / r.cycle_ns - least) <= 0.011))
    check_fail ("a cycle of %g ns, %g to %g GHz", r.cycle_ns, least, most);
  check_end ();
}

int
main (void)
{
  static const double x[] = { 1, 2, 4, 8, HUGE_VAL };
  check_quantile ("of one", x, 1, 0.75, 1);
  check_quantile ("at a number", x, 5, 0.25, 2);
  check_quantile ("between two", x, 2, 0.25, 1.25);
  check_quantile ("of two, the median", x, 2, 0.5, 1.5);
  check_quantile ("next to none", x + 3, 2, 0.5, 8);
  check_quantile ("the last", x, 4, 1, 8);

  static const struct sample s[] = { { 9, 0 }, { 1, 1 }, { 5, 0 }, { 2, 1 }, { 6, 0 }, { 30, 1 } };
  check_median ("without noisy neighbours", s, 6, 1, 6, 0);
  check_median ("without noisy neighbours, as many as needed", s, 6, 3, 6, 0);
  check_median ("of all, as too few are without", s, 6, 4, 5.5, 1);
  check_median ("of two", s, 3, 1, 7, 0);
  check_median ("of one with a noisy neighbour", s + 1, 1, 1, 1, 1);
  check_between ();
  check_range ();
  return tests_end ();
}
