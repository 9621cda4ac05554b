/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* From and to which sizes a configuration takes its representations of residues: comba_config.representations. */

#ifndef TUNE_REPRESENTATIONS_H
#define TUNE_REPRESENTATIONS_H

#include "dispatch/config.h"
#include "diag/diag.h"

/* The time of a product of residues modulo n limbs in a representation; 0 if it is not known. */
typedef double product_time_fn (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n);

/* Moves the sizes at which another representation begins to serve to where that is the faster of the two, as TIME_OF
   says (representation_time in powers.h), with K's thresholds.  No entry vanishes or is new, and none goes beyond what
   its representation can do. */
void measure_representations (struct comba_config *k, product_time_fn *time_of);

/* .representations = { ... }, if K's are not BUILTIN's. */
void print_representations (struct comba_text *file, const struct comba_config *builtin, const struct comba_config *k);

#endif
