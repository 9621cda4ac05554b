/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A quotient of three limbs by two. */

#ifndef COMBA_ARITH_QUOTIENT_3BY2_H
#define COMBA_ARITH_QUOTIENT_3BY2_H

#include "arith/limb_pair.h"

/* Returns floor ((beta^3 - 1) / (high beta + low)) - beta, for HIGH with its top bit set.
   Time depends on the values. */
mp_limb_t comba_inverse_3by2 (mp_limb_t high, mp_limb_t low);

/* r + d and q - 1 if r.high >= bound; else r and q. */
static ALWAYS_INLINE struct comba_pair
comba_pair_correct_up (struct comba_pair r, mp_limb_t bound, struct comba_pair d, mp_limb_t *q)
{
#if defined __x86_64__ && GMP_LIMB_BITS == 64
  const struct comba_pair more = comba_pair_add (r, d);
  __asm__ ("cmpq %[bound], %[high]\n\tcmovncq %[more0], %[low]\n\tcmovncq %[more1], %[high]\n\tadcq $-1, %[q]"
           : [low] "+&r" (r.low), [high] "+&r" (r.high), [q] "+&r" (*q)
           : [bound] "r" (bound), [more0] "r" (more.low), [more1] "r" (more.high) : "cc");
  return r;
#else
  const mp_limb_t back = -(mp_limb_t) (r.high >= bound);
  *q += back;
  return comba_pair_add (r, (struct comba_pair) { .high = d.high & back, .low = d.low & back });
#endif
}

/* Returns q = floor ((u beta + low) / d), where u < d and the top bit of d is set; u becomes the
   remainder.  INVERSE is comba_inverse_3by2 (d.high, d.low).
   Algorithm 4 of Moeller and Granlund, "Improved division by invariant integers" (2011). */
static ALWAYS_INLINE mp_limb_t
comba_quotient_3by2 (struct comba_pair *u, mp_limb_t low, struct comba_pair d, mp_limb_t inverse)
{
  struct comba_pair q = comba_pair_add (comba_pair_product (inverse, u->high), *u);
  struct comba_pair r = { .high = u->low - q.high * d.high, .low = low };
  r = comba_pair_sub (comba_pair_sub (r, d), comba_pair_product (q.high, d.low));
  q.high++;
  r = comba_pair_correct_up (r, q.low, d, &q.high);
  if (unlikely (!comba_pair_below (r, d)))
    {
      q.high++;
      r = comba_pair_sub (r, d);
    }
  *u = r;
  return q.high;
}

#endif
