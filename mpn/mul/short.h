/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Short products: one half of a product of n x n limbs. */

#ifndef COMBA_MUL_SHORT_H
#define COMBA_MUL_SHORT_H

#include "dispatch/config.h"

/* For all functions here: n >= 1.  rp overlaps neither sources nor scratch; the sources may
   overlap.  Time depends on n alone while products of n limbs do (mul/mul.h), and else on the
   values. */

/* rp[0..n-1] = ap[0..n-1] * bp[0..n-1] mod beta^n
   Scratch: comba_mullo_itch (n) limbs.
   Mulders, "On short multiplications and divisions" (2000). */
void comba_mullo_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_ptr scratch);

/* rp[0..n-1] = floor (ap[0..n-1] * bp[0..n-1] / beta^n) - d, where 0 <= d <= n
   Scratch: comba_mulhi_itch (n) limbs. */
void comba_mulhi_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_ptr scratch);

/* rp[0..n-1] = floor (ap[0..n-1] * bp[0..n-1] / beta^n)
   LAST is limb n-1 of the product, which the caller knows.
   Scratch: comba_mulhi_itch (n) limbs. */
void comba_mulhi_exact (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n,
                        mp_limb_t last, mp_ptr scratch);

/* Return the scratch of these functions in limbs, for any configuration. */
size_t comba_mullo_itch (mp_size_t n);
size_t comba_mulhi_itch (mp_size_t n);

/* Returns whether a short product is faster than the full one. */
int comba_short_pays (const struct comba_config *k, mp_size_t n);

/* Returns the cost of a short product in the unit of mul/cost.h. */
uint64_t comba_short_cost (const struct comba_config *k, mp_size_t n);

#endif
