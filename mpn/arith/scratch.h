/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Scratch for one call: on the stack while it is small, otherwise from GMP's allocators: those that
   the program has set (mp_set_memory_functions), or malloc. */

#ifndef COMBA_ARITH_SCRATCH_H
#define COMBA_ARITH_SCRATCH_H

#include "limb.h"

#define COMBA_SCRATCH_STACK 2048        /* limbs */

struct comba_scratch
{
  mp_ptr heap;
  size_t bytes;                         /* of HEAP */
  void (*release) (void *, size_t);
  mp_limb_t stack[COMBA_SCRATCH_STACK];
};

/* Returns n limbs, or NULL if an allocation fails.  Preserves errno.  Like a call of GMP, it does
   not return if the program's allocator does not: a worker pool that the caller has is then never
   given back, and later calls are sequential. */
mp_ptr comba_scratch_get (struct comba_scratch *s, size_t n);

/* Frees the memory of comba_scratch_get; also allowed after NULL. */
void comba_scratch_put (struct comba_scratch *s);

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
