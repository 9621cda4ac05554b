/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The CPU configurations that use the AVX2 kernels for doubles. */

#ifndef COMBA_TESTS_AVX2_SETS_H
#define COMBA_TESTS_AVX2_SETS_H

#include "../../../tests.h"
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/mulx/mulx.h"
#include "config/list.h"

/* Calls TRY for each configuration; one that this CPU cannot run is skipped. */
static inline void
for_avx2_configs (void (*try) (const struct comba_config *k))
{
  const struct comba_config *const configs[] = { &comba_config_haswell, &comba_config_zen3 };
  for (int i = 0; i < 2; i++)
    {
      const char *reason = configs[i]->why_not ();
      if (reason == NULL)
        try (configs[i]);
      else
        check_skip (reason, "CPU configuration %s", configs[i]->name);
    }
}

#endif
