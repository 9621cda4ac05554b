/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Inside a parallel region of the program's there is no team. */

#include "pool_tests.h"

int
main (void)
{
  tests_begin ();
#ifdef _OPENMP
  allow_threads (2);
  int inside = 0, inside_single = 0;
  const struct comba_team *team = take_patiently (2);
  CHECK_THAT (team != NULL, "a team before the region");
  if (team != NULL)
    comba_team_give ();
#pragma omp parallel num_threads (2) reduction (+: inside)
  {
    for (int i = 0; i < 100; i++)
      if (comba_team_take (2, COMBA_WAKE_NOW) != NULL)
        {
          inside++;
          comba_team_give ();
        }
#pragma omp barrier
#pragma omp single
    if (take_patiently (2) != NULL)
      {
        inside_single = 1;
        comba_team_give ();
      }
  }
  CHECK_THAT (inside == 0, "none inside, called by all");
  CHECK_THAT (!inside_single, "none inside, called by one");
  team = take_patiently (2);
  CHECK_THAT (team != NULL && runs_once (team), "a team after the region");
  if (team != NULL)
    comba_team_give ();
#else
  check_skip ("the compiler has no OpenMP", "a parallel region of the program's");
#endif
  return tests_end ();
}
