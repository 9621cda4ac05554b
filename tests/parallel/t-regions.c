/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Inside a parallel region of the program there is no pool. */

#include "pool_tests.h"

int
main (void)
{
  tests_begin ();
#ifdef _OPENMP
  allow_threads (2);
  int inside = 0, inside_single = 0;
  const struct comba_pool *pool = take_patiently (2);
  CHECK_THAT (pool != NULL, "a pool before the region");
  if (pool != NULL)
    comba_pool_give ();
#pragma omp parallel num_threads (2) reduction (+: inside)
  {
    for (int i = 0; i < 100; i++)
      if (comba_pool_take (2, COMBA_WAKE_NOW) != NULL)
        {
          inside++;
          comba_pool_give ();
        }
#pragma omp barrier
#pragma omp single
    if (take_patiently (2) != NULL)
      {
        inside_single = 1;
        comba_pool_give ();
      }
  }
  CHECK_THAT (inside == 0, "none inside, called by all");
  CHECK_THAT (!inside_single, "none inside, called by one");
  pool = take_patiently (2);
  CHECK_THAT (pool != NULL && runs_once (pool), "a pool after the region");
  if (pool != NULL)
    comba_pool_give ();
#else
  check_skip ("the compiler has no OpenMP", "a parallel region of the program's");
#endif
  return tests_end ();
}
