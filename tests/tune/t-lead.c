/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: the sizes at which the division of work between two threads is measured. */

#include "../tests.h"
#include "../../tune/tune/lead.h"

static void
try_plan (const char *name, struct comba_plan plan, int there, mp_size_t first, mp_size_t last)
{
  mp_size_t from = -1, to = -1;
  const int found = lead_sizes (&plan, &from, &to);
  CHECK_THAT (found == there && (!there || (from == first && to == last)), "%s", name);
}

int
main (void)
{
  tests_begin ();
  try_plan ("no plan", (struct comba_plan) { { { 0 } } }, 0, 0, 0);
  try_plan ("no digits", (struct comba_plan) { {
    { 50, COMBA_PATH_BIPARTITE, 2 }, { 70, COMBA_PATH_CACHED, 2 }
  } }, 0, 0, 0);
  try_plan ("digits by more threads", (struct comba_plan) { { { 50, COMBA_PATH_RADIX_BIPARTITE, 4 } } }, 0, 0, 0);
  try_plan ("digits up to another path", (struct comba_plan) { {
    { 70, COMBA_PATH_RADIX_BIPARTITE, 2 }, { 90, COMBA_PATH_CACHED, 2 }
  } }, 1, 70, 89);
  try_plan ("digits twice", (struct comba_plan) { {
    { 70, COMBA_PATH_RADIX_BIPARTITE, 2 }, { 90, COMBA_PATH_CACHED, 2 }, { 95, COMBA_PATH_RADIX_BIPARTITE, 2 }, { 99, COMBA_PATH_CACHED, 2 }
  } }, 1, 70, 98);
  try_plan ("digits at last", (struct comba_plan) { { { 70, COMBA_PATH_RADIX_BIPARTITE, 2 } } }, 1, 70, 10000);
  return tests_end ();
}
