/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* pthread_atfork.  The contract is in dispatch/at_fork.h.

   glibc has pthread_atfork in an archive, and its object needs __register_atfork.  Other C
   libraries lack that symbol.  Weak references let their programs start with comba preloaded. */

#include "dispatch/at_fork.h"
#include <pthread.h>
#include <stddef.h>

#ifdef __GLIBC__
#pragma weak __register_atfork
#pragma weak pthread_atfork

int __register_atfork (void (*prepare) (void), void (*parent) (void), void (*child) (void), void *object);

int
comba_at_fork (void (*child) (void))
{
  if (__register_atfork != NULL)
    return __register_atfork (NULL, NULL, child, NULL);
  /* If both are missing, this is a static program without fork. */
  return pthread_atfork != NULL ? pthread_atfork (NULL, NULL, child) : 0;
}
#else
int
comba_at_fork (void (*child) (void))
{
  return pthread_atfork (NULL, NULL, child);
}
#endif
