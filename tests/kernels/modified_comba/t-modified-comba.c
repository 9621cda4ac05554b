/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modified Comba.  Operands of ones fill its accumulators as much as a size allows.  (Ranges of
   columns: tests/mul/paths/t-columns.c.) */

#include "../folder.h"
#include "kernels/modified_comba/modified_comba.h"
#include "config/list.h"

static void
try (void)
{
  try_basecase ("w = 32", comba_mul_mc32, comba_sqr_mc32, 300);
#if GMP_LIMB_BITS == 64
  try_basecase ("w = 64", comba_mul_mc64, comba_sqr_mc64, 300);
#endif
}

int
main (void)
{
  return folder_test (&comba_config_mc32, "modified_comba", try);
}
