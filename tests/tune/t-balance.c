/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: the weights of rounds where the CPUs are near each other in some and far in
   others. */

#include "../tests.h"
#include "../../tune/tune/balance.h"
#include <math.h>

enum { ROUNDS_EACH = 1000 };

/* RARE of the rounds have hand-overs that take FACTOR times as long; all differ by up to a
   tenth. */
static void
check_states (double factor, int rare, double expected)
{
  double hand_overs[ROUNDS_EACH], weights[ROUNDS_EACH];
  check_begin ("%d of %d rounds, %g times as long: a weight of %g", rare, ROUNDS_EACH, factor, expected);
  for (int i = 0; i < ROUNDS_EACH; i++)
    hand_overs[i] = (100 + random_below (10)) * (i * 7 % ROUNDS_EACH < rare ? factor : 1);
  balance (weights, hand_overs, ROUNDS_EACH);
  for (int i = 0; i < ROUNDS_EACH; i++)
    {
      const int is_rare = i * 7 % ROUNDS_EACH < rare;
      const double weight = is_rare ? expected : 1 / sqrt (1 - rare / (double) ROUNDS_EACH);
      if (!(fabs (weights[i] - weight) < 1e-9))
        check_fail ("round %d: %g, not %g", i, weights[i], weight);
    }
  check_end ();
}

int
main (void)
{
  double weight;
  tests_begin ();
  check_states (1, 0, 0);
  check_states (4, 500, sqrt (2));
  check_states (4, 250, 2);
  check_states (0.6, 250, 2);
  check_states (4, 100, sqrt (5));
  check_states (HUGE_VAL, 250, 2);
  check_states (4, 1, sqrt (5));
  balance (&weight, &weight, 0);
  balance (&weight, &(double) { 3 }, 1);
  CHECK_THAT (weight == 1, "one round");
  balance (&weight, &(double) { HUGE_VAL }, 1);
  CHECK_THAT (weight == 1, "one round without a pool");
  return tests_end ();
}
