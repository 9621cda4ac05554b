/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Short products: one half of a product of n x n limbs. */

#ifndef COMBA_MUL_SHORT_H
#define COMBA_MUL_SHORT_H

#include "dispatch/config.h"

/* comba_mullo_n: rp[0..n-1] = ap[0..n-1] * bp[0..n-1] mod beta^n.
   comba_mulhi_n: rp[0..n-1] = floor (ap[0..n-1] * bp[0..n-1] / beta^n), or less than that by n at most.
   comba_mulhi_after: the same exactly, for a caller that knows limb n-1 of the product, LAST.
   n >= 1; rp overlaps neither sources nor scratch; the sources may overlap.  Scratch: comba_mullo_itch (n) or
   comba_mulhi_itch (n) limbs.  Above basecase sizes time depends on the values. */
void comba_mullo_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_ptr scratch);
void comba_mulhi_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_ptr scratch);
void comba_mulhi_after (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n,
                        mp_limb_t last, mp_ptr scratch);
size_t comba_mullo_itch (mp_size_t n);
size_t comba_mulhi_itch (mp_size_t n);

/* Whether a short product takes less time than the whole one, and its cost in the unit of mul/cost.h. */
int comba_short_pays (const struct comba_config *k, mp_size_t n);
uint64_t comba_short_cost (const struct comba_config *k, mp_size_t n);

#endif
