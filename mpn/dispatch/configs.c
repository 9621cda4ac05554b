/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "dispatch/config.h"

/* Bit i: configuration i runs on this CPU.  Computed once, since CPUID is slow in virtual
   machines. */
int
comba_config_runs (size_t i)
{
  enum { KNOWN = 1 << 30 };
  static _Atomic int runs;
  if (runs == 0)
    {
      int found = KNOWN;
      for (int j = 0; comba_configs[j] != NULL; j++)
        found |= (comba_configs[j]->why_not () == NULL) << j;
      runs = found;
    }
  return runs >> i & 1;
}

const char *
comba_runs_anywhere (void)
{
  return NULL;
}
