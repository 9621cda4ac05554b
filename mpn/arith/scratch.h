/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Scratch for one call: on the caller's stack while it is small, otherwise from memory that comba
   maps itself and caches between calls (arith/scratch.c says why).

   No lock is held and malloc is not called, so a signal handler may multiply, and may leave a
   product by siglongjmp.  The program's allocators (mp_set_memory_functions) are never asked for
   scratch.  Whoever has a free or reallocate function of its own may rely on it to wipe, so comba
   wipes for such programs what it maps, and for all programs what powers have used. */

#ifndef COMBA_ARITH_SCRATCH_H
#define COMBA_ARITH_SCRATCH_H

#include "limb.h"

/* At most so many limbs are on the stack: GMP's functions take no less. */
#define COMBA_SCRATCH_STACK 160

enum
{
  COMBA_SCRATCH_SECRET = 1,     /* operands of a power: wiped by comba_scratch_put */
  COMBA_SCRATCH_SHARED = 2,     /* other threads write there, perhaps after a handler has left the call */
  COMBA_SCRATCH_NEEDED = 4      /* whatever comba_memory_max is: the call has no way with less */
};

/* Lives in the frame of the call. */
struct comba_scratch
{
  mp_ptr memory;                /* NULL: on the stack */
  size_t bytes;
  struct comba_slot *slot;      /* NULL: not cached between calls */
  uintptr_t mark;
  char wiped, lent;
};

/* Returns n limbs, or NULL if they cannot be had: no memory, or more than comba_memory_max bytes.
   FLAGS: a sum of the constants above.  Preserves errno.  Mapped memory begins at a page. */
mp_ptr comba_scratch_get (struct comba_scratch *s, size_t n, int flags);

/* Gives the memory back; also allowed after NULL.  Preserves errno. */
void comba_scratch_put (struct comba_scratch *s);

/* The same with memory of the caller, MEMORY, which is wiped likewise and stays the caller's. */
void comba_scratch_lend (struct comba_scratch *s, mp_ptr memory, size_t n, int flags);

/* The same as comba_scratch_get, in the caller's frame if n <= COMBA_SCRATCH_STACK.  To be used
   once in a call of a function. */
#define COMBA_SCRATCH_GET(s, n, flags) COMBA_SCRATCH_GET_TO (COMBA_SCRATCH_STACK, (s), (n), (flags))

/* The same for at most MOST limbs in the caller's frame. */
#define COMBA_SCRATCH_GET_TO(most, s, n, flags)                                 \
  ({                                                                            \
    const size_t limbs_ = (n);                                                  \
    (s)->memory = NULL;                                                         \
    limbs_ <= (most) ? (mp_ptr) __builtin_alloca (limbs_ * sizeof (mp_limb_t))  \
                     : comba_scratch_get ((s), limbs_, (flags));                \
  })

/* Ends the process as GMP does if it cannot have n limbs: its message on stderr, and abort. */
void comba_no_memory (size_t n) __attribute__ ((noreturn));

/* Memory for the arrays of a kernel, which would take too much of a small stack: COMBA_OWN_LIMBS
   limbs, which begin at a page.  It costs less than comba_scratch_get, as no other thread takes
   it.  comba_own_take returns NULL if the thread has none, or has taken it already (a handler
   may multiply, or have left a product).  comba_own_leave wipes it for programs that wipe.
   comba_own_wipe wipes what earlier calls have left; it takes too long for powers with exponents
   of one limb. */
#define COMBA_OWN_LIMBS 4096
mp_ptr comba_own_take (void);
void comba_own_leave (mp_ptr memory);
void comba_own_wipe (void);

/* While it is not zero, all scratch is wiped, as if its calls had asked for that.  For powers whose
   products and divisions find their own scratch: they add 1, and subtract it at the end.  A handler
   that leaves such a power leaves the 1, so later calls wipe, too. */
extern _Atomic int comba_scratch_wiping;

/* Unmaps all cached blocks that no call uses. */
void comba_scratch_release (void);

/* The most bytes for one call; SIZE_MAX at first. */
extern _Atomic size_t comba_memory_max;

#define COMBA_ALIGNED_LIMBS (64 / sizeof (mp_limb_t))

/* Returns the first address at or after P that is a multiple of 64; needs at most
   COMBA_ALIGNED_LIMBS limbs more. */
static inline mp_ptr
comba_align (mp_ptr p)
{
  return (mp_ptr) (((uintptr_t) p + 63) & -(uintptr_t) 64);
}

/* Returns the least multiple of 8 that is at least n. */
static inline size_t
comba_whole_lines (size_t n)
{
  return (n + 7) & -(size_t) 8;
}

#endif
