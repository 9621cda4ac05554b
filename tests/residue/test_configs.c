/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "moduli.h"

void
each_config (void (*body) (const struct comba_config *k, const char *name))
{
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *reason = tests_why_not (k);
      if (reason != NULL)
        {
          check_skip (reason, "CPU configuration %s", k->name);
          continue;
        }
      body (k, k->name);
      struct comba_config tiny = *k;
#define X(name) tiny.thresholds.name = 4;
      COMBA_THRESHOLDS (X)
#undef X
      tiny.mul_n_max = tiny.mul_by_max = tiny.sqr_n_max = 0;
      char name[80];
      snprintf (name, sizeof name, "%s, tiny thresholds", k->name);
      body (&tiny, name);
    }
}
