/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Areas of memory for one thread each: no cache line, and no pair of lines that is
   fetched at once, belongs to two of them.

   A team has memory of its own for short calls.  The caller's stack would not do: lines that
   workers have read or written lie where the next functions that are called have their
   variables, and each then waits for such a line to come back from another CPU, 0.1
   microseconds or more. */

#ifndef COMBA_PARALLEL_AREAS_H
#define COMBA_PARALLEL_AREAS_H

#include "parallel/pool.h"
#include "arith/scratch.h"
#include <string.h>

#define COMBA_AREA_BYTES 128
#define COMBA_AREA_LIMBS (COMBA_AREA_BYTES / sizeof (mp_limb_t))

/* n limbs and what fills them up. */
static inline size_t
comba_area (size_t n)
{
  return (n + COMBA_AREA_LIMBS - 1) / COMBA_AREA_LIMBS * COMBA_AREA_LIMBS;
}

/* Where areas can begin in memory of COMBA_AREA_LIMBS limbs more. */
static inline mp_ptr
comba_areas (mp_ptr p)
{
  return (mp_ptr) (((uintptr_t) p + COMBA_AREA_BYTES - 1) & -(uintptr_t) COMBA_AREA_BYTES);
}

static inline size_t
comba_area_of_bytes (size_t bytes)
{
  return comba_area ((bytes + sizeof (mp_limb_t) - 1) / sizeof (mp_limb_t));
}

/* n limbs from a place where areas can begin, for a call by TEAM; or NULL if there is no
   memory.  comba_scratch_put gives them back.  errno is preserved. */
static inline mp_ptr
comba_areas_get (struct comba_scratch *s, const struct comba_pool *pool, size_t n)
{
  if (n <= pool->memory_limbs)
    {
      s->heap = NULL;
      return pool->memory;
    }
  mp_ptr p = comba_scratch_get (s, n + COMBA_AREA_LIMBS);
  return p == NULL ? NULL : comba_areas (p);
}

#endif
