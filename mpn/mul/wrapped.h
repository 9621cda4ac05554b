/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products modulo beta^m - 1. */

#ifndef COMBA_MUL_WRAPPED_H
#define COMBA_MUL_WRAPPED_H

#include "dispatch/config.h"

/* rp[0..m-1] == ap[0..an-1] * bp[0..bn-1] (mod beta^m - 1)
   1 <= an, bn <= m.  rp overlaps neither sources nor scratch; the sources may overlap.
   Scratch: comba_wrapped_itch (m) limbs.
   The result is in [0, beta^m - 1].  A nonzero product never yields 0; it may yield beta^m - 1.
   Time depends on the values. */
void comba_wrapped_product (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                            mp_size_t bn, mp_size_t m, mp_ptr scratch);

/* Returns the scratch of comba_wrapped_product in limbs, for any configuration. */
size_t comba_wrapped_itch (mp_size_t m);

/* rp[0..m-1] == ap[0..an-1] (mod beta^m - 1)
   an <= 2m.  rp does not overlap ap.  No scratch.  The range of the result is that of
   comba_wrapped_product.  Time depends on the values. */
void comba_wrapped_fold (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t m);

/* Returns the m >= n for which comba_wrapped_product is fastest. */
mp_size_t comba_wrapped_size (const struct comba_config *k, mp_size_t n);

/* Returns the largest value of comba_wrapped_size (k, n) for any configuration. */
mp_size_t comba_wrapped_most (mp_size_t n);

/* Returns whether that product is faster than a short product of n limbs. */
int comba_wrapped_pays (const struct comba_config *k, mp_size_t n);

/* Returns the cost of comba_wrapped_product in the unit of mul/cost.h. */
uint64_t comba_wrapped_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn, mp_size_t m);

#endif
