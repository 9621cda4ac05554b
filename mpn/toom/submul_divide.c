/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* (x - c y) / (d 2^shift) for two numbers at once, whose chains of products
   overlap in time.  The contract is in points.h.

   Exact division from the low end (Jebelean 1993): with t the column and what
   the columns below borrow from it, q = t / d modulo B, and (c y + q d) / B is
   borrowed from the next. */

#include "points.h"

struct chain
{
  mp_limb_t borrow;     /* c y + q d of the columns below */
  mp_limb_t last;       /* the quotient's limb before, not yet shifted out */
};

static inline mp_limb_t
quotient (struct chain *r, mp_limb_t x, mp_limb_t y, mp_limb_t c, mp_limb_t d, mp_limb_t inverse)
{
  comba_dlimb cy = (comba_dlimb) c * y;
  mp_limb_t t = x - (mp_limb_t) cy, more = (mp_limb_t) (cy >> GMP_LIMB_BITS) + (t > x);
  more += t < r->borrow;
  mp_limb_t q = (t - r->borrow) * inverse;
  r->borrow = (mp_limb_t) ((comba_dlimb) q * d >> GMP_LIMB_BITS) + more;
  return q;
}

void
comba_toom_submul_divide (mp_ptr x, mp_srcptr y, mp_size_t n, mp_limb_t c, mp_limb_t d,
                          mp_limb_t inverse, int shift)
{
  ASSERT (d * inverse == 1);
  struct chain r0 = { 0 }, r1 = { 0 };
  int left = GMP_LIMB_BITS - 1 - shift;
  for (mp_size_t i = 0; i < n; i++)
    {
      mp_limb_t q0 = quotient (&r0, x[i], y[i], c, d, inverse);
      mp_limb_t q1 = quotient (&r1, x[n + i], y[n + i], c, d, inverse);
      if (i > 0)
        {
          x[i - 1] = r0.last >> shift | q0 << 1 << left;
          x[n + i - 1] = r1.last >> shift | q1 << 1 << left;
        }
      r0.last = q0;
      r1.last = q1;
    }
  /* Arithmetically: the sign bit comes in. */
  mp_limb_t sign0 = -(r0.last >> (GMP_LIMB_BITS - 1)), sign1 = -(r1.last >> (GMP_LIMB_BITS - 1));
  x[n - 1] = r0.last >> shift | sign0 << 1 << left;
  x[2 * n - 1] = r1.last >> shift | sign1 << 1 << left;
}
