/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products modulo beta^m - 1. */

#ifndef COMBA_MUL_WRAPPED_H
#define COMBA_MUL_WRAPPED_H

#include "dispatch/config.h"

/* rp[0..m-1] == ap[0..an-1] * bp[0..bn-1] (mod beta^m - 1)
   1 <= an, bn <= m; rp overlaps neither sources nor scratch; the sources may overlap.  Scratch: comba_wrapped_itch (m)
   limbs.  A nonzero product never yields 0; a residue of zero may be beta^m - 1.  Time depends on the values. */
void comba_wrapped_product (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                            mp_size_t bn, mp_size_t m, mp_ptr scratch);
size_t comba_wrapped_itch (mp_size_t m);

/* rp[0..m-1] == ap[0..an-1] (mod beta^m - 1), an <= 2m, in the same range. */
void comba_wrapped_fold (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t m);

/* The m >= n for which the product takes the least time; the largest m that this can be; and whether that product
   takes less time than a short product of n limbs. */
mp_size_t comba_wrapped_size (const struct comba_config *k, mp_size_t n);
mp_size_t comba_wrapped_most (mp_size_t n);
int comba_wrapped_pays (const struct comba_config *k, mp_size_t n);

/* The cost of the product in the unit of mul/cost.h. */
uint64_t comba_wrapped_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn, mp_size_t m);

#endif
