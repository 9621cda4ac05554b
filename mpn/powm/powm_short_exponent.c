/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers of a few products, for which the context of a representation would take longer: bit by
   bit, with a schoolbook division of every product by P, except for the first ones of a short base,
   which are not reduced.

   Residues are those of D = P 2^s (residue/divide_rows.h); the last step reduces modulo P. */

#include "powm/powm.h"
#include "residue/divide_rows.h"
#include "arith/arith.h"
#include "mul/ladder.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1], an >= bn. */
static void
mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
     mp_size_t bn)
{
  comba_mul_fixed_fn *const mul_n = an == bn ? comba_row_mul_n (k, an) : NULL;
  if (mul_n != NULL)
    mul_n (rp, ap, an, bp);
  else if (bn <= k->mul_by_max)
    k->mul_by[bn] (rp, ap, an, bp);
  else
    comba_mul_basecase (k, rp, ap, an, bp, bn);
}

static void
sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an)
{
  comba_sqr_fixed_fn *const sqr_n = comba_row_sqr_n (k, an);
  if (sqr_n != NULL)
    sqr_n (rp, ap);
  else
    comba_sqr_basecase (k, rp, ap, an);
}

/* Reduces tp[0..tn-1], tn <= 2n, to a residue if it has more than n limbs; returns its number of
   limbs. */
static mp_size_t
reduce (const struct comba_divisor *d, mp_ptr tp, mp_size_t tn)
{
  const mp_size_t n = d->rows.n;
  if (tn <= n)
    return tn;
  comba_divisor_subtract (d, tp + tn - n);
  comba_divisor_reduce (d, tp, tn - n);
  return n;
}

static int
bits_of (mp_limb_t e)
{
  return 64 - __builtin_clzll (e);
}

void
comba_powm_short (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                  mp_limb_t e, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  ASSERT (n >= 3 && bn >= 1 && e != 0 && pp[n - 1] != 0);
  mp_ptr dp = scratch, complement = dp + n, base = complement + n, x = base + n, t = x + 2 * n;
  struct comba_divisor d = comba_divisor_init (k, dp, complement, pp, n);

  if (bn >= n)
    {
      comba_divisor_encode (&d, base, bp, bn, t);
      bp = base;
      bn = n;
    }
  /* An encoded power takes as long as a product, so this saves one reduction. */
  const mp_size_t most = bn == 1 && bp[0] == 2 ? 2 * n : n;
  mp_limb_t limbs[2][COMBA_UNREDUCED (most)];
  struct comba_unreduced whole = { (size_t) bits_of (e) - 1, bn, bp, { limbs[0], limbs[1] } };
  if (2 * bn <= n)
    comba_powm_unreduced (k, &whole, bp, bn, &e, 1, most);
  mp_srcptr from = whole.p;
  mp_size_t xn = whole.n;
  if (xn > n)
    {
      memcpy (x, from, BYTES (xn));
      xn = reduce (&d, x, xn);
      from = x;
    }
  for (int bit = (int) whole.left - 1; bit >= 0; bit--)
    {
      sqr (k, t, from, xn);
      xn = reduce (&d, t, 2 * xn);
      from = t, t = x, x = (mp_ptr) from;
      if ((e >> bit & 1) != 0)
        {
          mul (k, t, from, xn, bp, bn);
          xn = reduce (&d, t, xn + bn);
          from = t, t = x, x = (mp_ptr) from;
        }
    }
  comba_divisor_decode (&d, rp, from, xn, t);
}
