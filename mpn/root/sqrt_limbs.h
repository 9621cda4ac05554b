/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Square roots of one limb's length, without division and without floating-point instructions, which
   would set flags of the program. */

#ifndef COMBA_ROOT_SQRT_LIMBS_H
#define COMBA_ROOT_SQRT_LIMBS_H

#include "arith/limb_pair.h"

struct comba_parabola
{
  uint32_t c0, c1, c2;
};
extern const struct comba_parabola comba_inverse_root[96] __attribute__ ((visibility ("hidden")));

/* Returns 2^30 / sqrt (x / 2^64) with a relative error below 2^-21.6, for x >= 2^62. */
static ALWAYS_INLINE uint64_t
comba_inverse_root_estimate (uint64_t x)
{
  const struct comba_parabola *p = &comba_inverse_root[(x >> 57) - 32];
  const uint64_t t = x >> 37 & 0xfffff;
  return p->c0 - (((p->c1 - (p->c2 * t >> 20)) * t) >> 20);
}

/* Returns floor (sqrt (x)) for x >= 2^62.  *remainder receives the remainder, which may have 33
   bits.

   With r <= 1 / sqrt (x), s = x r, and e = x - s^2, the next step s + e r / 2 of Newton's iteration
   is not above the root, and less than 1 below it. */
static ALWAYS_INLINE uint32_t
comba_root_64 (uint64_t x, uint64_t *remainder)
{
  const uint64_t r = comba_inverse_root_estimate (x) - 700;
  uint64_t s = ((x >> 32) * r) >> 30;
  uint64_t e = x - s * s;
  s += ((e >> 12) * r) >> 51;
  e = x - s * s;
  if (unlikely (e > 2 * s))
    {
      e -= 2 * s + 1;
      s++;
    }
  *remainder = e;
  return (uint32_t) s;
}

#if GMP_LIMB_BITS == 64

/* Returns s = floor (sqrt (a)) for a = a.high beta + a.low, a.high >= beta / 4.  *remainder
   receives a - s^2 modulo beta, and *carry the limb above it, 0 or 1.

   As comba_root_64, after one step of Newton's iteration for r. */
static ALWAYS_INLINE mp_limb_t
comba_root_two_limbs (struct comba_pair a, mp_limb_t *remainder, mp_limb_t *carry)
{
  const uint64_t r0 = comba_inverse_root_estimate (a.high);
  const uint64_t one = (uint64_t) 1 << 60;
  mp_limb_t unused;
  /* 1 - x r0^2 as a multiple of 2^-52, rounded down; its magnitude is below 2^-20. */
  const int64_t h = (int64_t) (one - 256 - comba_multiply_limbs (a.high, r0 * r0, &unused)) >> 8;
  const uint64_t r = (r0 << 30) + (uint64_t) (((int64_t) r0 * h) >> 23);        /* times 2^60 */
  mp_limb_t s = comba_multiply_limbs (a.high, r, &unused) << 4;
  struct comba_pair e = comba_pair_sub (a, comba_pair_product (s, s));         /* below 2^88 */
  s += comba_multiply_limbs (e.high << 40 | e.low >> 24, r, &unused) >> 37;
  e = comba_pair_sub (a, comba_pair_product (s, s));
  if (unlikely (comba_pair_below ((struct comba_pair) { .high = s >> 63, .low = 2 * s }, e)))
    {
      e = comba_pair_sub (e, (struct comba_pair) { .low = 2 * s + 1, .high = s >> 63 });
      s++;
    }
  *remainder = e.low;
  *carry = e.high;
  return s;
}

#else

static ALWAYS_INLINE mp_limb_t
comba_root_two_limbs (struct comba_pair a, mp_limb_t *remainder, mp_limb_t *carry)
{
  uint64_t e;
  const mp_limb_t s = comba_root_64 ((uint64_t) a.high << 32 | a.low, &e);
  *remainder = (mp_limb_t) e;
  *carry = (mp_limb_t) (e >> 32);
  return s;
}

#endif

#endif
