/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef TUNE_LINES_H
#define TUNE_LINES_H

#include "limb.h"
#include <stdlib.h>

/* Allocates LIMBS limbs from the beginning of a cache line on, as contexts and scratch of residues
   need them; for free ().  NULL if the allocation fails. */
static inline mp_ptr
lines (size_t limbs)
{
  return aligned_alloc (64, (limbs * sizeof (mp_limb_t) + 63) / 64 * 64);
}

#endif
