/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Toom-22: Karatsuba's three products in the points 0, -1 and infinity.

   a = a1 B^h + a0 and b = b1 B^h + b0, where a0 and b0 have h = ceil(an/2)
   limbs, a1 has s and b1 has t, t <= s <= h.  With
     v0 = a0 b0, vinf = a1 b1, vm1 = (a0 - a1) (b0 - b1)
   the middle third is v0 + vinf - vm1.

   rp holds |a0 - a1| and |b0 - b1| until vm1 stands in scratch, then v0 and
   vinf.  Time depends on the values (the signs of the differences). */

#include "mul/toom/toom.h"

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
