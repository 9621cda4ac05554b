/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Areas of memory for one thread each: no cache line, and no pair of lines that is
   fetched at once, belongs to two of them. */

#ifndef COMBA_AREAS_H
#define COMBA_AREAS_H

#include "limb.h"

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

#endif
