/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Toom's point products divided among threads.  The split depends on the size and the number of
   threads; small thresholds make the inner products recurse. */

#include "../../parallel/paths.h"

static void
try_thresholds (const struct comba_config *config, const struct comba_pool *pool, const char *name,
                mp_size_t threshold)
{
  struct comba_config k = *config;
#define X(name) k.thresholds.name = threshold;
  COMBA_THRESHOLDS (X)
#undef X
  k.points_copied = threshold;
  char longer[160];
  snprintf (longer, sizeof longer, "%s, thresholds %ld", name, (long) threshold);
  struct path_trial t = { &k, pool, comba_mul_points, comba_sqr_points, 0 };
  tests_try_path (t, longer, 40);
}

static void
try_path (const struct comba_config *k, const struct comba_pool *pool, const char *name)
{
  struct path_trial t = { k, pool, comba_mul_points, comba_sqr_points, 0 };
  tests_try_path (t, name, 40);
  if (k == comba_configs[0] && pool->threads <= 3)
    {
      try_thresholds (k, pool, name, 3);
      try_thresholds (k, pool, name, (mp_size_t) 1 << 28);
    }
}

int
main (void)
{
  tests_begin ();
  tests_each_pool ("points", try_path);
  return tests_end ();
}
