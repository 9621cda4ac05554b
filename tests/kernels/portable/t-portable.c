/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Classical Comba in C.  (Ranges of columns: tests/mul/paths/t-columns.c.) */

#include "../folder.h"
#include "kernels/portable/portable.h"
#include "config/list.h"

static void
try (void)
{
  static const struct comba_by_limb by_limb = COMBA_BY_LIMB_PORTABLE;
  try_basecase ("comba", comba_mul_comba, comba_sqr_comba, 150);
  try_by_limb ("portable", &by_limb);
}

int
main (void)
{
  return folder_test (&comba_config_comba, "portable", try);
}
