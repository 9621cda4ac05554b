/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "arith/scratch.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* GMP's allocators, if libgmp is one of the libraries that the program was started with.  Otherwise
   NULL: a libgmp that was loaded later, or that only its user sees, may have others. */
extern void *(*__gmp_allocate_func) (size_t) __attribute__ ((weak));
extern void (*__gmp_free_func) (void *, size_t) __attribute__ ((weak));
void *__gmp_default_allocate (size_t) __attribute__ ((weak));

static void
release (void *p, size_t bytes)
{
  (void) bytes;
  free (p);
}

/* GMP's default allocator ends the process where malloc returns NULL.  A program may rely on its
   own allocators: gp's block signals, whose handlers leave a product by longjmp. */
static void *
allocate (struct comba_scratch *s, size_t bytes)
{
  const int given = &__gmp_allocate_func != NULL && &__gmp_free_func != NULL
                    && __gmp_allocate_func != __gmp_default_allocate;
  s->bytes = bytes;
  s->release = given ? __gmp_free_func : release;
  return given ? __gmp_allocate_func (bytes) : malloc (bytes);
}

/* clang assumes that malloc and free do not change errno, and drops an ordinary assignment of its
   old value. */
static void
restore_errno (int saved)
{
  *(volatile int *) &errno = saved;
}

/* Large scratch is written once and freed: page faults of small pages would take a good part of the
   time.  This is a hint and may fail. */
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
  s->heap = allocate (s, n * sizeof (mp_limb_t));
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
  s->release (s->heap, s->bytes);
  restore_errno (saved);
}
