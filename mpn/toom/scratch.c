/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "scratch.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* clang takes it that malloc and free leave errno alone, and drops an ordinary
   assignment of the value that it had before. */
static void
restore_errno (int saved)
{
  *(volatile int *) &errno = saved;
}

/* Large scratch is written once and given back: the faults of small pages would
   take a good part of the time.  A hint, which may fail. */
#define HUGE_FROM ((size_t) 4 << 20)    /* bytes */

static void
advise_huge_pages (void *p, size_t bytes)
{
#ifdef MADV_HUGEPAGE
  uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE);
  uintptr_t start = ((uintptr_t) p + page - 1) & -page;
  if (p != NULL && bytes >= HUGE_FROM)
    madvise ((void *) start, ((uintptr_t) p + bytes - start) & -page, MADV_HUGEPAGE);
#else
  (void) p, (void) bytes;
#endif
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
  advise_huge_pages (s->heap, n * sizeof (mp_limb_t));
  restore_errno (saved);
  return s->heap;
}

void
comba_scratch_put (struct comba_scratch *s)
{
  if (s->heap == NULL)
    return;
  int saved = errno;
  free (s->heap);
  restore_errno (saved);
}
