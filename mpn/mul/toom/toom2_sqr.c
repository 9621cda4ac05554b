/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Toom-2 squaring: as toom22_mul.c with b = a.  The middle third is
   a0^2 + a1^2 - (a0 - a1)^2.
   Time depends on the values (the sign of the difference). */

#include "mul/toom/toom.h"

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
