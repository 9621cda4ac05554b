/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "arith/scratch.h"
#include "dispatch/memory_max.h"
#include <comba.h>

COMBA_EXPORT void
comba_set_memory_max (size_t bytes)
{
  comba_memory_set (bytes);
}

COMBA_EXPORT size_t
comba_get_memory_max (void)
{
  return comba_memory_max;
}
