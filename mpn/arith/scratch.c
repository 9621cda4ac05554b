/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Scratch is mapped, not allocated by malloc or by the program's functions, for these reasons:
   a handler that leaves a product never leaves an allocator's lock behind; programs that limit
   or count memory by their allocators, or whose allocator is a collected heap, do not pay for
   scratch; and what is given back can be wiped.

   To map anew for each call would fault in all pages anew.  So a block stays mapped after its
   call, up to CACHED_MAX bytes, in one of SLOTS slots.  If the process has a memory limit, comba
   caches less, because the program's own allocations need that memory.  A thread begins its search
   at a slot of its own, so it nearly always finds the pages that it used last.  A slot changes
   hands by one atomic exchange of its user; whoever finds all slots in use maps and unmaps.

   A handler that leaves a call by siglongjmp leaves its slot in use, with the address of a frame
   that is dead.  Later calls of the thread overwrite that frame.  A call that finds a slot in
   use by its own thread looks for the mark in that frame: if it is gone, the slot is free.  A
   frame that is alive always has its mark.

   A thread frees slots of its own only, so no other thread takes one at the same time.  A call
   that is left within the few instructions before or after its slot has its thread loses it. */

#include "arith/scratch.h"
#include "arith/race_detectors.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* About as much as the C library's malloc would not return to the system.  Faults take up to a
   quarter of the time of a product.  All threads together cache at most SLOTS times as much. */
#define CACHED_MAX ((size_t) 16 << 20)  /* bytes */
enum { SLOTS = 64 };
#define CACHED_MIN ((size_t) 256 << 10)  /* bytes; asking for limits takes too long for calls with less */
enum { LIMIT_SHARE = 256 };             /* a longer block is cached up to this share of a limit */

struct comba_slot
{
  _Atomic uintptr_t user;               /* 0: free; the address of a comba_scratch, + 1 if SHARED */
  /* Only the user reads and writes the rest.  It may be left at any time: no mapping may be there
     that has been given back. */
  _Atomic (mp_ptr) memory;
  _Atomic size_t bytes;
  _Atomic (pthread_t) thread;           /* 0 outside calls, so it is never that of an earlier user */
} __attribute__ ((aligned (64)));

static struct comba_slot slots[SLOTS];
COMBA_TELL_ATOMIC (slots)

_Atomic size_t comba_memory_max = SIZE_MAX;
_Atomic int comba_scratch_wiping;

/* GMP's allocators, if libgmp is one of the libraries that the program was started with; NULL if
   it was loaded later, or if only its user sees it.  Then comba wipes for powers alone. */
extern void *(*__gmp_reallocate_func) (void *, size_t, size_t) __attribute__ ((weak));
extern void (*__gmp_free_func) (void *, size_t) __attribute__ ((weak));
void *__gmp_default_reallocate (void *, size_t, size_t) __attribute__ ((weak));
void __gmp_default_free (void *, size_t) __attribute__ ((weak));

/* Whether the program may rely on its functions to wipe. */
static int
program_wipes (void)
{
  return &__gmp_free_func != NULL && &__gmp_reallocate_func != NULL
         && (__gmp_free_func != __gmp_default_free || __gmp_reallocate_func != __gmp_default_reallocate);
}

/* Whether every call has to wipe its scratch. */
static int
all_wipe (void)
{
  return atomic_load_explicit (&comba_scratch_wiping, memory_order_relaxed) != 0 || program_wipes ();
}

/* clang assumes that functions of the C library do not change errno, and drops an ordinary
   assignment of its old value. */
static void
restore_errno (int saved)
{
  *(volatile int *) &errno = saved;
}

/* Memory from here on is faulted in by huge pages, where the system has them.  A hint. */
#define HUGE_FROM ((size_t) 4 << 20)    /* bytes */

static void *
advised (void *p, size_t bytes)
{
  if (p == MAP_FAILED)
    return NULL;
#ifdef MADV_HUGEPAGE
  if (bytes >= HUGE_FROM)
    madvise (p, bytes, MADV_HUGEPAGE);
#endif
  return p;
}

static void *
map (size_t bytes)
{
  return advised (mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), bytes);
}

/* The most bytes that a slot may cache. */
static size_t
cached_max (void)
{
  size_t most = CACHED_MAX;
  static const int limits[] = { RLIMIT_AS, RLIMIT_DATA };
  for (int i = 0; i < 2; i++)
    {
      struct rlimit limit;
      if (getrlimit (limits[i], &limit) == 0 && limit.rlim_cur / LIMIT_SHARE < most)
        most = (size_t) (limit.rlim_cur / LIMIT_SHARE);
    }
  return most > CACHED_MIN ? most & -CACHED_MIN : CACHED_MIN;
}

static void
unmap_slot (struct comba_slot *slot)
{
  void *const old = slot->memory;
  slot->memory = NULL;
  if (old != NULL)
    munmap (old, slot->bytes);
}

/* Returns memory of at least that many bytes in a slot, which the caller uses, or NULL. */
static mp_ptr
fill_slot (struct comba_slot *slot, size_t bytes)
{
  void *const old = slot->memory;
  if (old != NULL && slot->bytes >= bytes)
    return old;
  slot->memory = NULL;
  void *p = old != NULL ? mremap (old, slot->bytes, bytes, MREMAP_MAYMOVE) : MAP_FAILED;
  if (p == MAP_FAILED && old != NULL)
    munmap (old, slot->bytes);
  p = p == MAP_FAILED ? map (bytes) : advised (p, bytes);
  slot->bytes = bytes;
  slot->memory = p;
  return p;
}

static int
change_user (struct comba_slot *slot, uintptr_t from, uintptr_t to)
{
  if (!atomic_compare_exchange_strong_explicit (&slot->user, &from, to, memory_order_acquire, memory_order_relaxed))
    return 0;
  comba_tell_acquired (&slot->user);
  return 1;
}

static uintptr_t
mark_of (const struct comba_slot *slot, uintptr_t user)
{
  return ((uintptr_t) slot ^ (user & -(uintptr_t) 2)) * (uintptr_t) 0x9e3779b97f4a7c15 | 1;
}

/* Copies *FROM to *TO and returns 1, or returns 0 if it cannot be read.  Where the system has no
   process_vm_readv, or forbids it, mincore tells whether the page is mapped, and rt_sigprocmask
   whether it can be read: it reads its set before it refuses the number -1. */
static int
read_if_mapped (uintptr_t *to, const uintptr_t *from)
{
  const struct iovec local = { to, sizeof *to }, remote = { (void *) from, sizeof *to };
  if (process_vm_readv (getpid (), &local, 1, &remote, 1, 0) == (ssize_t) sizeof *to)
    return 1;
  const uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE);
  unsigned char resident;
  if ((errno != ENOSYS && errno != EPERM) || mincore ((void *) ((uintptr_t) from & -page), 1, &resident) != 0)
    return 0;
  if (syscall (SYS_rt_sigprocmask, -1, from, NULL, (size_t) _NSIG / 8) != -1 || errno != EINVAL)
    return 0;
  *to = *(const volatile uintptr_t *) from;
  return 1;
}

/* Returns whether USER, a frame of this thread, is where S is now, or has lost its mark.  Its stack
   may have been unmapped since. */
static int
is_abandoned (const struct comba_slot *slot, uintptr_t user, const struct comba_scratch *s)
{
  uintptr_t mark;
  return user == (uintptr_t) s
         || (read_if_mapped (&mark, (const uintptr_t *) (user + offsetof (struct comba_scratch, mark)))
             && mark != mark_of (slot, user));
}

/* Whether USER is the frame of a call that has, as it seems, called the one with S: then the slot is
   left alone, without the system call of is_abandoned.  If it is the frame of a call that was left,
   the slot is found when a call has a shorter stack, or needs the last slot. */
static int
seems_outer (uintptr_t user, const struct comba_scratch *s)
{
  enum { FRAMES = 8 << 10 };    /* bytes from one call to those in it; longer ones are asked about */
  return user - (uintptr_t) s - 1 < FRAMES;
}

/* Wipes the memory of a call that was left, which may have been a power. */
static void
forget (struct comba_slot *slot)
{
  if (slot->memory != NULL && madvise (slot->memory, slot->bytes, MADV_DONTNEED) != 0)
    memset (slot->memory, 0, slot->bytes);      /* the program has locked it */
}

/* Makes S the user of a slot that is free, or whose user was left; returns whether there is one. */
static int
find_slot (struct comba_scratch *s, uintptr_t user, int ask_all)
{
  const pthread_t self = pthread_self ();
  const size_t first = ((uintptr_t) self >> 12) * 0x9e3779b1 >> 16;
  for (size_t i = 0; i < SLOTS; i++)
    {
      struct comba_slot *const slot = &slots[(first + i) % SLOTS];
      const uintptr_t old = atomic_load_explicit (&slot->user, memory_order_relaxed);
      if (old != 0 && (slot->thread != self || (old & 1) != 0 || (!ask_all && seems_outer (old, s))
                       || !is_abandoned (slot, old, s)))
        continue;
      s->mark = mark_of (slot, user);
      atomic_signal_fence (memory_order_seq_cst);
      if (change_user (slot, old, user))
        {
          slot->thread = self;
          s->slot = slot;
          if (old != 0)
            forget (slot);
          return 1;
        }
    }
  return 0;
}

/* Makes S the user of a slot; S->slot is NULL if none is free. */
static void
take_slot (struct comba_scratch *s, int shared)
{
  const uintptr_t user = (uintptr_t) s + (shared != 0);
  if (!find_slot (s, user, 0) && !find_slot (s, user, 1))
    s->slot = NULL;
}

static void
leave_slot (struct comba_slot *slot)
{
  slot->thread = (pthread_t) 0;
  comba_tell_released (&slot->user);
  atomic_store_explicit (&slot->user, 0, memory_order_release);
}

void
comba_scratch_release (void)
{
  struct comba_scratch s;
  const int saved = errno;
  for (size_t i = 0; i < SLOTS; i++)
    {
      s.mark = mark_of (&slots[i], (uintptr_t) &s);
      atomic_signal_fence (memory_order_seq_cst);
      if (slots[i].memory != NULL && change_user (&slots[i], 0, (uintptr_t) &s))
        {
          slots[i].thread = pthread_self ();
          unmap_slot (&slots[i]);
          leave_slot (&slots[i]);
        }
    }
  restore_errno (saved);
}

/* A long block that is not cached yet takes the place of the others: a call that divides and then
   multiplies needs no more memory than the longer of both. */
static mp_ptr
get_mapped (struct comba_scratch *s, size_t bytes, int flags)
{
  take_slot (s, flags & COMBA_SCRATCH_SHARED);
  if (bytes > CACHED_MIN && (s->slot == NULL || s->slot->memory == NULL || s->slot->bytes < bytes))
    comba_scratch_release ();
  if (s->slot == NULL)
    return map (bytes);
  const mp_ptr p = fill_slot (s->slot, bytes);
  if (p == NULL)
    leave_slot (s->slot);
  return p;
}

/* Asked for once: every call with mapped scratch needs it. */
static uintptr_t
page_size (void)
{
  static _Atomic uintptr_t known;
  uintptr_t page = atomic_load_explicit (&known, memory_order_relaxed);
  if (unlikely (page == 0))
    atomic_store_explicit (&known, page = (uintptr_t) sysconf (_SC_PAGESIZE), memory_order_relaxed);
  return page;
}

mp_ptr
comba_scratch_get (struct comba_scratch *s, size_t n, int flags)
{
  s->memory = NULL;
  s->lent = 0;
  if (n > comba_memory_max / sizeof (mp_limb_t) && (flags & COMBA_SCRATCH_NEEDED) == 0)
    return NULL;
  const int saved = errno;
  const uintptr_t page = page_size ();
  const size_t bytes = (n * sizeof (mp_limb_t) + page - 1) & -page;
  if (bytes >= n * sizeof (mp_limb_t))  /* else it is too large for a size_t */
    {
      s->memory = get_mapped (s, bytes, flags);
      if (s->memory == NULL)
        {
          comba_scratch_release ();
          s->memory = get_mapped (s, bytes, flags);
        }
    }
  s->bytes = n * sizeof (mp_limb_t);    /* munmap and madvise round up */
  s->wiped = (flags & COMBA_SCRATCH_SECRET) != 0 || all_wipe ();
  restore_errno (saved);
  return s->memory;
}

/* Returns pages to the system.  It clears them before anyone has them; after madvise not even the
   moment between is left. */
static void
unmap (mp_ptr p, size_t bytes, int wiped)
{
  if (wiped)
    madvise (p, bytes, MADV_DONTNEED);
  munmap (p, bytes);
}

/* Wipes the cached part of a block of which USED bytes were used, and unmaps the rest.  The limits are
   asked for only after a long call, and for a block that a long call was left with. */
static void
trim_slot (struct comba_slot *slot, size_t used, int wiped)
{
  const mp_ptr p = slot->memory;
  const size_t bytes = slot->bytes, most = used <= CACHED_MIN && bytes <= CACHED_MAX ? bytes : cached_max ();
  const size_t cached = bytes < most ? bytes : most;
  if (wiped)
    memset (p, 0, used < cached ? used : cached);
  slot->bytes = cached;
  atomic_signal_fence (memory_order_seq_cst);
  if (bytes > cached)
    unmap ((mp_ptr) ((char *) p + cached), bytes - cached, wiped);
}

void
comba_scratch_put (struct comba_scratch *s)
{
  if (s->memory == NULL)
    return;
  const int saved = errno;
  if (s->lent)
    memset (s->memory, 0, s->bytes);
  else if (s->slot == NULL)
    unmap (s->memory, s->bytes, s->wiped);
  else
    {
      trim_slot (s->slot, s->bytes, s->wiped);
      leave_slot (s->slot);
    }
  restore_errno (saved);
}

void
comba_scratch_lend (struct comba_scratch *s, mp_ptr memory, size_t n, int flags)
{
  s->lent = 1;
  s->bytes = n * sizeof (mp_limb_t);
  s->memory = (flags & COMBA_SCRATCH_SECRET) != 0 || all_wipe () ? memory : NULL;
}

void
comba_no_memory (size_t n)
{
  fprintf (stderr, "GNU MP: Cannot allocate memory (size=%lu)\n", (unsigned long) (n * sizeof (mp_limb_t)));
  abort ();
}

/* The memory of threads for kernels.  A thread that ends leaves its own to the next one with the
   same address. */
enum { OWNERS = 64 };
static struct own
{
  _Atomic (uintptr_t) thread;   /* 0: of none yet */
  _Atomic (mp_ptr) memory;      /* of that thread, or of an earlier one */
} owns[OWNERS];

/* What a thread knows of its own memory, so that a kernel waits for no search.  A value that is not
   zero has it copied from the file: Valgrind takes what a static program only relies on to be zero
   for uninitialised. */
static _Thread_local struct
{
  _Atomic (mp_ptr) memory;
  _Atomic int idle, used;       /* used: since it was wiped */
} mine __attribute__ ((tls_model ("initial-exec"))) = { .idle = 1 };

/* Returns the place of this thread, perhaps a new one; NULL if all are taken. */
static struct own *
own_of_thread (void)
{
  const uintptr_t self = (uintptr_t) pthread_self ();
  const size_t first = (self >> 12) * 0x9e3779b1 >> 16;
  for (size_t i = 0; i < OWNERS; i++)
    {
      struct own *const own = &owns[(first + i) % OWNERS];
      uintptr_t of = 0;
      if (own->thread == self || atomic_compare_exchange_strong (&own->thread, &of, self))
        return own;
    }
  return NULL;
}

/* Finds or maps the memory of this thread, which is not idle; if it cannot, it is.  What an earlier
   thread left in it is to be wiped. */
static mp_ptr __attribute__ ((noinline))
find_own (void)
{
  const int saved = errno;
  struct own *const own = own_of_thread ();
  if (own != NULL && own->memory == NULL && COMBA_OWN_LIMBS * sizeof (mp_limb_t) <= comba_memory_max)
    own->memory = map (COMBA_OWN_LIMBS * sizeof (mp_limb_t));
  mine.memory = own != NULL ? own->memory : NULL;
  mine.used = mine.memory != NULL;
  mine.idle = mine.memory == NULL;
  restore_errno (saved);
  return mine.memory;
}

mp_ptr
comba_own_take (void)
{
  if (unlikely (!atomic_load_explicit (&mine.idle, memory_order_relaxed)))
    return NULL;
  atomic_store_explicit (&mine.idle, 0, memory_order_relaxed);
  atomic_signal_fence (memory_order_seq_cst);
  const mp_ptr p = atomic_load_explicit (&mine.memory, memory_order_relaxed);
  return likely (p != NULL) ? p : find_own ();
}

/* Wipes if WIPES; the memory is idle again. */
static ALWAYS_INLINE void
leave (mp_ptr memory, int wipes)
{
  if (wipes)
    memset (memory, 0, COMBA_OWN_LIMBS * sizeof (mp_limb_t));
  atomic_store_explicit (&mine.used, !wipes, memory_order_relaxed);
  atomic_signal_fence (memory_order_seq_cst);
  atomic_store_explicit (&mine.idle, 1, memory_order_relaxed);
}

void
comba_own_leave (mp_ptr memory)
{
  leave (memory, all_wipe ());
}

void
comba_own_wipe (void)
{
  const mp_ptr memory = atomic_load_explicit (&mine.used, memory_order_relaxed) ? comba_own_take () : NULL;
  if (memory != NULL)
    leave (memory, 1);
}
