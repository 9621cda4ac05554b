/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products modulo beta^m - 1, and sums modulo beta^m + 1. */

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

/* Modulo beta^m + 1; both return the top limb, which is 1 only if rp is 0.  Time depends on the values.

   rp[0..m-1] + top beta^m == ap[0..an-1] (mod beta^m + 1), an <= 3m.  rp does not overlap ap. */
mp_limb_t comba_wrapped_fold_plus (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t m);

/* rp[0..m-1] + top beta^m == rp[0..m-1] + TOP beta^m (mod beta^m + 1), -1 <= TOP <= 1 */
mp_limb_t comba_wrapped_carry_plus (mp_ptr rp, mp_size_t m, int top);

/* Returns the m >= n for which comba_wrapped_product is fastest. */
mp_size_t comba_wrapped_size (const struct comba_config *k, mp_size_t n);

/* Returns the largest value of comba_wrapped_size (k, n) for any configuration. */
mp_size_t comba_wrapped_most (mp_size_t n);

/* Returns whether that product is faster than a short product of n limbs. */
int comba_wrapped_pays (const struct comba_config *k, mp_size_t n);

/* Returns the cost of comba_wrapped_product in the unit of mul/cost.h. */
uint64_t comba_wrapped_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn, mp_size_t m);

/* The number in [0, beta^rn) that is p modulo beta^k + 1 and q modulo beta^m - 1
   rp[0..rn-1] = it, where p = pp[0..k-1] + P_TOP beta^k, P_TOP = 1 only if pp is 0; q = qp[0..m-1].
   beta^rn <= M = (beta^k + 1) (beta^m - 1), or rn = k + m and the number is in [0, M]; k, m < rn;
   where 0 and M differ, q = beta^m - 1 only if p is not 0; k is a multiple of m, or m is 3j and k
   is a multiple of j.  qp is destroyed.  rp is pp if k >= m, or
   else qp; nothing else overlaps.  Scratch: comba_wrapped_combine_itch (m) limbs.  Time depends on
   the values. */
void comba_wrapped_combine (mp_ptr rp, mp_size_t rn, mp_srcptr pp, mp_limb_t p_top, mp_size_t k, mp_ptr qp,
                            mp_size_t m, mp_ptr scratch);
size_t comba_wrapped_combine_itch (mp_size_t m);

/* The ends of transforms.  With S = rp[0..m-1] + (CARRY + beyond[0..1]) beta^m:

   rp[0..m-1] == S (mod beta^m - 1), in [0, beta^m - 1]; a nonzero S never yields 0. */
void comba_wrapped_end (mp_ptr rp, mp_size_t m, mp_limb_t carry, mp_srcptr beyond);

/* rp[0..m-1] + top beta^m = S + 2^MORE modulo beta^m + 1
   0 <= MORE < 64 m.  Returns top: 1 only if rp is 0. */
mp_limb_t comba_wrapped_end_plus (mp_ptr rp, mp_size_t m, mp_limb_t carry, mp_srcptr beyond, int more);

#endif
