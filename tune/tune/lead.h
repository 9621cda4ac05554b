/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How two threads divide a bipartite product in radix-2^52 digits: .radix_lead and
   .radix_lead_sqr. */

#ifndef TUNE_LEAD_H
#define TUNE_LEAD_H

#include "dispatch/config.h"

/* Finds the sizes at which a plan uses two threads and digits.  Returns 1, or 0 if there are
   none. */
int lead_sizes (const struct comba_plan *plan, mp_size_t *first, mp_size_t *last);

/* Measures both numbers for SECONDS, at the sizes at which the plan of K uses such products, and
   sets them.  Returns 0, or -1 if an allocation fails. */
int measure_leads (struct comba_config *k, int threads, double seconds);

#endif
