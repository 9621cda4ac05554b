/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "scratch.h"
#include <errno.h>
#include <stdlib.h>

/* clang takes it that malloc and free leave errno alone, and drops an ordinary
   assignment of the value that it had before. */
static void
restore_errno (int saved)
{
  *(volatile int *) &errno = saved;
}

mp_ptr
comba_scratch_get (struct comba_scratch *s, size_t n)
{
  s->heap = NULL;
  if (n <= COMBA_SCRATCH_STACK)
    return s->stack;
  if (n > SIZE_MAX / sizeof (mp_limb_t))
    return NULL;
  int saved = errno;
  s->heap = malloc (n * sizeof (mp_limb_t));
  restore_errno (saved);
  return s->heap;
}

void
comba_scratch_put (struct comba_scratch *s)
{
  int saved = errno;
  free (s->heap);
  restore_errno (saved);
}
