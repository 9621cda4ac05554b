/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Scratch for one call: on the stack while it is small, else from where GMP has its own: the
   allocators that the program gave it (mp_set_memory_functions), malloc if it gave none. */

#ifndef COMBA_ARITH_SCRATCH_H
#define COMBA_ARITH_SCRATCH_H

#include "limb.h"

#define COMBA_SCRATCH_STACK 2048        /* limbs */

struct comba_scratch
{
  mp_ptr heap;
  size_t bytes;                         /* at heap */
  void (*release) (void *, size_t);
  mp_limb_t stack[COMBA_SCRATCH_STACK];
};

/* Room for n limbs, or NULL if there is no memory.  errno is preserved.  As a call of GMP, it
   does not return if the program's allocator does not: a team that the caller has is then never
   given back, and later calls are sequential. */
mp_ptr comba_scratch_get (struct comba_scratch *s, size_t n);

/* Gives it back; after a NULL as well. */
void comba_scratch_put (struct comba_scratch *s);

#define COMBA_ALIGNED_LIMBS (64 / sizeof (mp_limb_t))

/* P, or the first address after it that is a multiple of 64: COMBA_ALIGNED_LIMBS limbs more do. */
static inline mp_ptr
comba_align (mp_ptr p)
{
  return (mp_ptr) (((uintptr_t) p + 63) & -(uintptr_t) 64);
}

/* The least multiple of 8 limbs that holds n. */
static inline size_t
comba_whole_lines (size_t n)
{
  return (n + 7) & -(size_t) 8;
}

#endif
