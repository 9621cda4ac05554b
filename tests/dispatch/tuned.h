/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Random tunings, and products with them. */

#ifndef COMBA_TUNED_H
#define COMBA_TUNED_H

#include "../tests.h"
#include "dispatch/tuning.h"

/* Any numbers: tiny, huge, all the same, descending.  AS_IN_FILES: only plans
   that a file can have, ascending and each with its own paths. */
void random_tuning (struct comba_tuning *t, int as_in_files);

/* Products and squares of SHAPES random shapes, up to MAX limbs, with CPU configuration K and
   tuning T, as mpn/entry computes them; within a check. */
void try_tuning (const struct comba_config *k, const struct comba_tuning *t, int shapes,
                 mp_size_t max);

#endif
