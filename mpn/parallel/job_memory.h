/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Memory divided into one part for each worker.  No cache line, and no pair of lines that the CPU
   fetches together, belongs to two parts.

   The pool has memory of its own for short calls.  The caller's stack is slower: its lines stay in
   the workers' caches after the call, and the next functions that use this stack wait for each to
   come back from another CPU, 0.1 microseconds or more a line. */

#ifndef COMBA_PARALLEL_JOB_MEMORY_H
#define COMBA_PARALLEL_JOB_MEMORY_H

#include "parallel/pool.h"
#include "arith/scratch.h"
#include <string.h>

#define COMBA_WORKER_ALIGNMENT 128      /* bytes */
#define COMBA_WORKER_ALIGNMENT_LIMBS (COMBA_WORKER_ALIGNMENT / sizeof (mp_limb_t))

/* Returns the size in limbs of a part for n limbs: n, rounded up to a multiple of
   COMBA_WORKER_ALIGNMENT_LIMBS.  n >= 0. */
static inline size_t
comba_worker_limbs (size_t n)
{
  return (n + COMBA_WORKER_ALIGNMENT_LIMBS - 1) / COMBA_WORKER_ALIGNMENT_LIMBS * COMBA_WORKER_ALIGNMENT_LIMBS;
}

/* Returns the size in limbs of a part for BYTES bytes. */
static inline size_t
comba_worker_limbs_of_bytes (size_t bytes)
{
  return comba_worker_limbs ((bytes + sizeof (mp_limb_t) - 1) / sizeof (mp_limb_t));
}

/* Returns the first address at or after p where a part may begin: a multiple of
   COMBA_WORKER_ALIGNMENT, fewer than COMBA_WORKER_ALIGNMENT_LIMBS limbs above p.  The caller
   allocates that many limbs in addition to the parts. */
static inline mp_ptr
comba_worker_memory (mp_ptr p)
{
  return (mp_ptr) (((uintptr_t) p + COMBA_WORKER_ALIGNMENT - 1) & -(uintptr_t) COMBA_WORKER_ALIGNMENT);
}

/* Returns n limbs, aligned for parts and not initialised, for a call that has POOL: the pool's own
   memory if that is large enough, else scratch (arith/scratch.h).  A second request before the
   first is given back may return the same memory.
   comba_scratch_put (s) gives the limbs back.  Preserves errno.
   Returns NULL if an allocation fails. */
static inline mp_ptr
comba_worker_memory_get (struct comba_scratch *s, const struct comba_pool *pool, size_t n)
{
  if (n <= pool->memory_limbs)
    {
      comba_scratch_lend (s, pool->memory, n, 0);
      return pool->memory;
    }
  mp_ptr p = comba_scratch_get (s, n + COMBA_WORKER_ALIGNMENT_LIMBS, COMBA_SCRATCH_SHARED);
  return p == NULL ? NULL : comba_worker_memory (p);
}

#endif
