/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How two threads share a bipartite product in digits: .radix_lead and .radix_lead_sqr. */

#ifndef TUNE_LEAD_H
#define TUNE_LEAD_H

#include "dispatch/config.h"

/* The sizes at which a plan takes two threads for digits: 1, or 0 if it does so nowhere. */
int lead_sizes (const struct comba_plan *plan, mp_size_t *first, mp_size_t *last);

/* Measures both numbers for SECONDS, at the sizes at which the plan of K takes such products, and sets them.  Returns 0, or -1
   if there is no memory. */
int measure_leads (struct comba_config *k, int threads, double seconds);

#endif
