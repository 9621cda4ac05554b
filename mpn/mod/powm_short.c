/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers of few products, for which making a form would take longer: bit by bit, every
   product divided by P in the schoolbook way.

   Residues are those of D = P 2^s (division.h); P comes in at the end. */

#include "powm.h"
#include "division.h"
#include "generic/generic.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static void
mul (const struct comba_kernels *k, const struct comba_divisor *d, mp_ptr rp, mp_srcptr ap,
     mp_srcptr bp)
{
  const mp_size_t n = d->n;
  if (n <= k->mul_n_max)
    k->mul_n[n] (rp, ap, n, bp);
  else
    k->mul_basecase (rp, ap, n, bp, n);
  comba_divisor_reduce (d, rp, n);
}

static void
sqr (const struct comba_kernels *k, const struct comba_divisor *d, mp_ptr rp, mp_srcptr ap)
{
  const mp_size_t n = d->n;
  if (n <= k->sqr_n_max)
    k->sqr_n[n] (rp, ap);
  else
    k->sqr_basecase (rp, ap, n);
  comba_divisor_reduce (d, rp, n);
}

/* rp[0..n-1] = xp[0..n-1] mod P, below P; tp has 2n limbs.  X mod P is
   (2^s X mod D) / 2^s. */
static void
leave (const struct comba_divisor *d, mp_ptr rp, mp_srcptr xp, mp_ptr tp)
{
  const mp_size_t n = d->n;
  if (d->shift == 0)
    memcpy (rp, xp, BYTES (n));
  else
    {
      tp[n] = xp[n - 1] >> (GMP_LIMB_BITS - d->shift);
      comba_lshift (tp, xp, n, d->shift);
      comba_divisor_reduce (d, tp, 1);
      comba_rshift (rp, tp, n, d->shift);
    }
}

static int
bits_of (mp_limb_t e)
{
  return 64 - __builtin_clzll (e);
}

static int
products_for (mp_limb_t e)
{
  return bits_of (e) + __builtin_popcountll (e) - 2;
}

/* A division waits for its quotients, Montgomery's reduction does not; but that takes one more
   division to enter and one more reduction to leave. */
int
comba_powm_divides (mp_size_t n, mp_limb_t e)
{
  return n < 8 || products_for (e) < 4;
}

const struct comba_kernels *
comba_powm_short_kernels (const struct comba_kernels *k, mp_size_t n, mp_srcptr ep, mp_size_t en)
{
  struct comba_short_step last = { .products = 0 };
  for (const struct comba_short_step *s = k->short_powers; s->products > 0 && s->from <= n; s++)
    last = *s;
  if (n < 3 || en != 1 || k->addmul_1 == NULL || bits_of (ep[0]) > last.products + 1
      || products_for (ep[0]) > last.products)
    return NULL;
  return last.with != NULL ? last.with : k;
}

size_t
comba_powm_short_itch (mp_size_t n)
{
  return 7 * (size_t) n;
}

void
comba_powm_short (const struct comba_kernels *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                  mp_limb_t e, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  ASSERT (n >= 3 && bn >= 1 && e != 0 && pp[n - 1] != 0);
  mp_ptr dp = scratch, complement = dp + n, base = complement + n, x = base + n, t = x + 2 * n;
  struct comba_divisor d = comba_divisor_init (k, dp, complement, pp, n);

  comba_divisor_enter (&d, base, bp, bn, t);
  mp_ptr from = base, spare = x;
  for (int bit = bits_of (e) - 2; bit >= 0; bit--)
    {
      sqr (k, &d, t, from);
      from = t, t = spare, spare = from;
      if ((e >> bit & 1) != 0)
        {
          mul (k, &d, t, from, base);
          from = t, t = spare, spare = from;
        }
    }
  leave (&d, rp, from, t);
}
