/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Every CPU configuration is right under any tuning, with two threads if the machine has
   two CPUs. */

#include "tuned.h"
#include "comba.h"
#include "mul/paths/paths.h"

int
main (void)
{
  tests_begin ();
  printf ("# %d threads\n", comba_set_num_threads (2));
  int tunings = (int) tests_max (60);
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *reason = tests_why_not (k);
      if (reason != NULL)
        {
          check_skip (reason, "%s: %d random tunings", k->name, tunings);
          continue;
        }
      check_begin ("%s: %d random tunings", k->name, tunings);
      for (int turn = 0; turn < tunings; turn++)
        {
          struct comba_tuning t;
          random_tuning (&t, turn % 2);
          try_tuning (k, &t, 3, tests_max (400));
          if (turn % 10 == 0)
            try_tuning (k, &t, 1, tests_max (3000));
        }
      check_end ();
    }
  printf ("# done by several threads:");
  for (int p = COMBA_PATH_SEQUENTIAL + 1; p < COMBA_PATHS; p++)
    printf (" %s %llu", comba_path_names[p], comba_parallel_calls (p));
  printf ("\n");
  return tests_end ();
}
