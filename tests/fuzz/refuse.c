/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The allocations of comba, for the fuzzer: the linker leads them here (--wrap). */

#include "fuzz.h"
#include "arith/scratch.h"
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/mman.h>

unsigned long fuzz_refusals;
int fuzz_scratch_short;

static const struct fuzz_refused none, *_Atomic how = &none;
static _Atomic unsigned asked, refused_now;
static sigjmp_buf given_up;
static _Atomic int damaged;

static int
refuse (void)
{
  const struct fuzz_refused *const h = how;
  if (h->every == 0)
    return 0;
  const unsigned number = ++asked;
  if (number < h->first || (number - h->first) % h->every != 0)
    return 0;
  refused_now++;
  return 1;
}

/* --- Mappings and malloc */

void *__real_mmap (void *, size_t, int, int, int, off_t);
void *__wrap_mmap (void *, size_t, int, int, int, off_t);
void *__real_mremap (void *, size_t, size_t, int, ...);
void *__wrap_mremap (void *, size_t, size_t, int, ...);
void *__real_malloc (size_t);
void *__wrap_malloc (size_t);
int __real_pthread_create (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);
int __wrap_pthread_create (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);

void *
__wrap_mmap (void *p, size_t bytes, int protection, int flags, int file, off_t offset)
{
  if (((const struct fuzz_refused *) how)->maps && refuse ())
    {
      errno = ENOMEM;
      return MAP_FAILED;
    }
  return __real_mmap (p, bytes, protection, flags, file, offset);
}

void *
__wrap_mremap (void *p, size_t old_bytes, size_t bytes, int flags, ...)
{
  if (((const struct fuzz_refused *) how)->maps && refuse ())
    {
      errno = ENOMEM;
      return MAP_FAILED;
    }
  return __real_mremap (p, old_bytes, bytes, flags);
}

void *
__wrap_malloc (size_t bytes)
{
  if (((const struct fuzz_refused *) how)->maps && refuse ())
    {
      errno = ENOMEM;
      return NULL;
    }
  return __real_malloc (bytes);
}

int
__wrap_pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*run) (void *), void *arg)
{
  return refuse () ? EAGAIN : __real_pthread_create (thread, attributes, run, arg);
}

/* --- Scratch */

mp_ptr __real_comba_scratch_get (struct comba_scratch *, size_t, int);
mp_ptr __wrap_comba_scratch_get (struct comba_scratch *, size_t, int);
void __real_comba_scratch_put (struct comba_scratch *);
void __wrap_comba_scratch_put (struct comba_scratch *);
mp_ptr __real_comba_own_take (void);
mp_ptr __wrap_comba_own_take (void);
void __wrap_comba_no_memory (size_t) __attribute__ ((noreturn));

/* Blocks that calls hold. */
enum { BLOCKS = 256, GUARD = 8, PAGE = 4096 };
static struct { mp_ptr p; size_t n; void *all; } blocks[BLOCKS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define GUARD_LIMB ((mp_limb_t) 0x5ca7c45ca7c4a11bu)

static mp_ptr
new_block (size_t n)
{
  void *all;
  if (posix_memalign (&all, PAGE, PAGE + BYTES (n + GUARD)) != 0)
    return NULL;
  const mp_ptr p = (mp_ptr) ((char *) all + PAGE);
  for (size_t i = 0; i < GUARD; i++)
    p[n + i] = p[-1 - (ptrdiff_t) i] = GUARD_LIMB;
  memset (p, 0x3b, BYTES (n));
  pthread_mutex_lock (&lock);
  int i = 0;
  while (i < BLOCKS && blocks[i].p != NULL)
    i++;
  if (i < BLOCKS)
    blocks[i].p = p, blocks[i].n = n, blocks[i].all = all;
  pthread_mutex_unlock (&lock);
  if (i < BLOCKS)
    return p;
  free (all);
  return NULL;
}

static int
free_block (mp_srcptr p)
{
  pthread_mutex_lock (&lock);
  int i = 0;
  while (i < BLOCKS && blocks[i].p != p)
    i++;
  void *all = NULL;
  if (i < BLOCKS)
    {
      for (size_t j = 0; j < GUARD; j++)
        if (p[blocks[i].n + j] != GUARD_LIMB || p[-1 - (ptrdiff_t) j] != GUARD_LIMB)
          damaged = 1;
      all = blocks[i].all;
      blocks[i].p = NULL;
    }
  pthread_mutex_unlock (&lock);
  free (all);
  return i < BLOCKS;
}

mp_ptr
__wrap_comba_scratch_get (struct comba_scratch *s, size_t n, int flags)
{
  const struct fuzz_refused *const h = how;
  if (!h->maps && (flags & COMBA_SCRATCH_NEEDED) == 0 && refuse ())
    return s->memory = NULL;
  if (!h->exact || h->maps || n > (size_t) 1 << 24)
    return __real_comba_scratch_get (s, n, flags);
  const mp_ptr p = new_block (n - (fuzz_scratch_short != 0));
  if (p == NULL)
    return __real_comba_scratch_get (s, n, flags);
  s->lent = 0;
  return s->memory = p;
}

void
__wrap_comba_scratch_put (struct comba_scratch *s)
{
  if (s->memory == NULL || !free_block (s->memory))
    __real_comba_scratch_put (s);
}

mp_ptr
__wrap_comba_own_take (void)
{
  return refuse () ? NULL : __real_comba_own_take ();
}

void
__wrap_comba_no_memory (size_t n)
{
  (void) n;
  siglongjmp (given_up, 1);
}

int
fuzz_refusing (const struct fuzz_refused *h, void (*call) (void *arg), void *arg)
{
  asked = refused_now = 0;
  damaged = 0;
  const int gave_up = sigsetjmp (given_up, 0);
  if (gave_up == 0)
    {
      how = h;
      call (arg);
    }
  how = &none;
  fuzz_refusals += refused_now;
  /* What a call left that gave up. */
  for (int i = 0; i < BLOCKS && gave_up; i++)
    if (blocks[i].p != NULL)
      free_block (blocks[i].p);
  if (gave_up)
    comba_scratch_wiping = 0;
  return gave_up;
}

int
fuzz_scratch_damaged (void)
{
  return damaged;
}
