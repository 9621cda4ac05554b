/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The ranges of sizes for which a configuration uses its representations of residues:
   comba_config.representations. */

#ifndef TUNE_REPRESENTATIONS_H
#define TUNE_REPRESENTATIONS_H

#include "dispatch/config.h"
#include "diag/diag.h"

/* The time of a product of residues modulo n limbs in a representation; 0 if it is unknown. */
typedef double product_time_fn (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n);

/* Moves each size at which the representation changes to where the next one becomes faster, by the
   times of TIME_OF (representation_time in powers.h), with K's thresholds.  No entry is added or
   removed, and none exceeds the sizes of its representation. */
void measure_representations (struct comba_config *k, product_time_fn *time_of);

/* Writes .representations = { ... } if K's entries are not BUILTIN's. */
void print_representations (struct comba_text *file, const struct comba_config *builtin, const struct comba_config *k);

#endif
