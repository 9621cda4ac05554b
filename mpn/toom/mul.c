/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice among basecase, Toom-22 and pieces, and the scratch for it. */

#include "toom.h"
#include "scratch.h"

static inline int
is_basecase (const struct comba_kernels *k, mp_size_t bn)
{
  return bn < k->thresholds.mul_toom22 || bn < COMBA_TOOM22_MIN;
}

/* Scratch of the n x n product: Toom-22 all the way down takes 2 ceil(n/2)
   limbs a level, and there are fewer than GMP_LIMB_BITS levels. */
static size_t
mul_n_itch (mp_size_t n)
{
  return 2 * ((size_t) n + GMP_LIMB_BITS);
}

size_t
comba_mul_itch (mp_size_t an, mp_size_t bn)
{
  if (an == bn)
    return mul_n_itch (an);
  if (COMBA_TOOM22_SHAPE (an, bn))
    {
      mp_size_t s = an / 2, h = an - s, t = bn - h;
      size_t balanced = mul_n_itch (h), top = comba_mul_itch (s, t);
      return 2 * (size_t) h + (balanced > top ? balanced : top);
    }
  mp_size_t rest = an % bn;
  size_t balanced = mul_n_itch (bn), last = rest == 0 ? 0 : comba_mul_itch (bn, rest);
  return 2 * (size_t) bn + (balanced > last ? balanced : last);
}

void
comba_mul_scratch (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                   mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  ASSERT (an >= bn && bn >= 1);
  if (is_basecase (k, bn))
    k->mul_basecase (rp, ap, an, bp, bn);
  else if (COMBA_TOOM22_SHAPE (an, bn))
    comba_toom22_mul (k, rp, ap, an, bp, bn, scratch);
  else
    comba_mul_pieces (k, rp, ap, an, bp, bn, scratch);
}

/* Apart, so that the basecase does not pay for the buffer. */
static void __attribute__ ((noinline))
mul_with_scratch (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                  mp_srcptr bp, mp_size_t bn)
{
  struct comba_scratch s;
  mp_ptr scratch = comba_scratch_get (&s, comba_mul_itch (an, bn));
  if (likely (scratch != NULL))
    comba_mul_scratch (k, rp, ap, an, bp, bn, scratch);
  else
    k->mul_basecase (rp, ap, an, bp, bn);
  comba_scratch_put (&s);
}

void
comba_mul (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
           mp_srcptr bp, mp_size_t bn)
{
  if (is_basecase (k, bn))
    k->mul_basecase (rp, ap, an, bp, bn);
  else
    mul_with_scratch (k, rp, ap, an, bp, bn);
}

void
comba_mul_n (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  comba_mul (k, rp, ap, n, bp, n);
}
