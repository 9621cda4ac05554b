/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef COMBA_PARALLEL_DYNAMIC_H
#define COMBA_PARALLEL_DYNAMIC_H

#include <dlfcn.h>

/* Returns dlopen, or NULL in a static program.  comba names dlopen nowhere else, because linkers
   warn of a static program that does. */
static inline __typeof__ (dlopen) *
comba_dlopen (void)
{
  return (__typeof__ (dlopen) *) dlsym (RTLD_DEFAULT, "dlopen");
}

#endif
