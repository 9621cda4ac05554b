/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products in blocks. */

#include "../../parallel/paths.h"

static void
try_path (const struct comba_config *k, const struct comba_pool *pool, const char *name)
{
  struct path_trial t = { k, pool, comba_mul_blocks, NULL, 0 };
  tests_try_path (t, name, 2);
}

int
main (void)
{
  tests_begin ();
  tests_each_pool ("blocks", try_path);
  return tests_end ();
}
