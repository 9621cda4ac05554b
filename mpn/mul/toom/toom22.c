/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Toom-22: Karatsuba's three products in the points 0, -1 and infinity.

   a = a1 B^h + a0 and b = b1 B^h + b0, where a0 and b0 have h = ceil(an/2) limbs, a1 has s and b1
   has t limbs, t <= s <= h.  With
     v0 = a0 b0, vinf = a1 b1, vm1 = (a0 - a1) (b0 - b1)
   the middle third is v0 + vinf - vm1.

   rp holds |a0 - a1| and |b0 - b1| until vm1 is in scratch, then v0 and vinf.  Time depends on the
   values (the signs of the differences). */

#include "mul/toom/toom.h"
#include "arith/arith.h"
#include <string.h>

/* A call takes as long as this many limbs (mul/cost.h). */
#define COPY_MIN 8

int
comba_toom2_abs_difference (const struct comba_config *k, mp_ptr rp, mp_srcptr x0,
                            mp_size_t h, mp_srcptr x1, mp_size_t xn)
{
  mp_size_t high = h;
  while (high > xn && x0[high - 1] == 0)
    rp[--high] = 0;
  if (high == xn && comba_cmp_var (x0, x1, xn) < 0)
    {
      k->toom->sub_n (rp, x1, x0, xn);
      return 1;
    }
  mp_limb_t borrow = k->toom->sub_n (rp, x0, x1, xn);
  mp_size_t i = xn;
  for (; i < high && (borrow != 0 || high - i < COPY_MIN); i++)
    {
      rp[i] = x0[i] - borrow;
      borrow = x0[i] < borrow;
    }
  if (i < high)
    memcpy (rp + i, x0 + i, (size_t) (high - i) * sizeof (mp_limb_t));
  ASSERT (borrow == 0);
  return 0;
}

void
comba_toom22_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                  mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  ASSERT (COMBA_TOOM22_SHAPE (an, bn) && an >= bn);
  mp_size_t s = an / 2, h = an - s, t = bn - h;

  mp_ptr middle = scratch;
  scratch += 2 * h;

  int negative = comba_toom2_abs_difference (k, rp, ap, h, ap + h, s);
  negative ^= comba_toom2_abs_difference (k, rp + h, bp, h, bp + h, t);
  comba_mul_scratch (k, middle, rp, h, rp + h, h, scratch);

  mp_ptr v0 = rp, vinf = rp + 2 * h;
  comba_mul_scratch (k, v0, ap, h, bp, h, scratch);
  comba_mul_scratch (k, vinf, ap + h, s, bp + h, t, scratch);

  k->toom->recompose2 (rp, an + bn, middle, h, negative);
}

/* The same with b = a: the middle third is a0^2 + a1^2 - (a0 - a1)^2. */
void
comba_toom2_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                 mp_ptr scratch)
{
  ASSERT (n >= COMBA_TOOM22_MIN);
  mp_size_t s = n / 2, h = n - s;

  mp_ptr middle = scratch;
  scratch += 2 * h;

  comba_toom2_abs_difference (k, rp, ap, h, ap + h, s);
  comba_sqr_scratch (k, middle, rp, h, scratch);

  mp_ptr v0 = rp, vinf = rp + 2 * h;
  comba_sqr_scratch (k, v0, ap, h, scratch);
  comba_sqr_scratch (k, vinf, ap + h, s, scratch);

  k->toom->recompose2 (rp, 2 * n, middle, h, 0);
}
