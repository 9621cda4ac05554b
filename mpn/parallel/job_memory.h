/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Memory in parts, each of which one worker writes: no cache line, and no pair of lines that is fetched at once,
   belongs to two of them.

   The pool has memory of its own for short calls.  The caller's stack would not do: lines that workers have read or
   written lie where the next functions that are called have their variables, and each then waits for such a line to
   come back from another CPU, 0.1 microseconds or more. */

#ifndef COMBA_PARALLEL_JOB_MEMORY_H
#define COMBA_PARALLEL_JOB_MEMORY_H

#include "parallel/pool.h"
#include "arith/scratch.h"
#include <string.h>

#define COMBA_WORKER_ALIGNMENT 128      /* bytes */
#define COMBA_WORKER_ALIGNMENT_LIMBS (COMBA_WORKER_ALIGNMENT / sizeof (mp_limb_t))

/* The size of a part that has n limbs. */
static inline size_t
comba_worker_limbs (size_t n)
{
  return (n + COMBA_WORKER_ALIGNMENT_LIMBS - 1) / COMBA_WORKER_ALIGNMENT_LIMBS * COMBA_WORKER_ALIGNMENT_LIMBS;
}

static inline size_t
comba_worker_limbs_of_bytes (size_t bytes)
{
  return comba_worker_limbs ((bytes + sizeof (mp_limb_t) - 1) / sizeof (mp_limb_t));
}

/* Where parts can begin in memory of COMBA_WORKER_ALIGNMENT_LIMBS limbs more. */
static inline mp_ptr
comba_worker_memory (mp_ptr p)
{
  return (mp_ptr) (((uintptr_t) p + COMBA_WORKER_ALIGNMENT - 1) & -(uintptr_t) COMBA_WORKER_ALIGNMENT);
}

/* n limbs from a place where parts can begin, for a call that has POOL; or NULL if there is no
   memory.  comba_scratch_put gives them back.  errno is preserved. */
static inline mp_ptr
comba_worker_memory_get (struct comba_scratch *s, const struct comba_pool *pool, size_t n)
{
  if (n <= pool->memory_limbs)
    {
      s->heap = NULL;
      return pool->memory;
    }
  mp_ptr p = comba_scratch_get (s, n + COMBA_WORKER_ALIGNMENT_LIMBS);
  return p == NULL ? NULL : comba_worker_memory (p);
}

#endif
