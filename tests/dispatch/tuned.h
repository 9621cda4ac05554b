/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Tunings of every sort, and products under them. */

#ifndef COMBA_TUNED_H
#define COMBA_TUNED_H

#include "../tests.h"
#include "dispatch/tuning.h"

/* Any numbers: tiny ones, huge ones, all the same, descending.  Of plans a file can
   say only the ascending ones. */
void random_tuning (struct comba_tuning *t, int ascending);

/* Products and squares of SHAPES random shapes, up to MAX limbs, by CPU configuration k under T,
   as mpn/entry has them done; within a check. */
void try_tuning (const struct comba_config *k, const struct comba_tuning *t, int shapes,
                 mp_size_t max);

#endif
