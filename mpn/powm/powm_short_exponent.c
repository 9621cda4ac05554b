/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers of few products, for which making a form would take longer: bit by bit, every
   product divided by P in the schoolbook way, but the first ones of a short base, which are
   whole.

   Residues are those of D = P 2^s (residue/division.h); P comes in at the end. */

#include "powm/powm.h"
#include "residue/division.h"
#include "arith/arith.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* rp[0..an+bn-1] = ap[0..an-1] bp[0..bn-1], an >= bn. */
static void
mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
     mp_size_t bn)
{
  if (an == bn && an <= k->mul_n_max)
    k->mul_n[an] (rp, ap, an, bp);
  else if (bn <= k->mul_by_max)
    k->mul_by[bn] (rp, ap, an, bp);
  else
    k->mul_basecase (rp, ap, an, bp, bn);
}

static void
sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an)
{
  if (an <= k->sqr_n_max)
    k->sqr_n[an] (rp, ap);
  else
    k->sqr_basecase (rp, ap, an);
}

/* tp[0..tn-1], tn <= 2n, becomes a residue if there are more limbs than n; returns how many are
   left. */
static mp_size_t
reduce (const struct comba_divisor *d, mp_ptr tp, mp_size_t tn)
{
  const mp_size_t n = d->n;
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

static mp_size_t
limbs_of (size_t bits)
{
  return (mp_size_t) ((bits + GMP_LIMB_BITS - 1) / GMP_LIMB_BITS);
}

/* X is the logarithm of a power, or less.  Up to B^f with f = q = floor (cap / log B) it is whole;
   once it is longer than P every square has n rows, and every product by B the same number. */
mp_size_t
comba_powm_rows (mp_limb_t e, size_t bits, mp_size_t n)
{
  const size_t cap = (size_t) n * GMP_LIMB_BITS - 1, b = (bits <= cap ? bits : cap + 1) - 1;
  if (b == 0)
    return 0;
  const mp_limb_t q = b > cap / 2 ? 1 : cap / b;
  int left = bits_of (e) - bits_of (q);
  left = left < 0 ? 0 : left;
  left += e >> left > q;
  if (left == 0)
    return 0;
  left--;
  size_t x = 2 * b * (e >> left >> 1);
  mp_size_t rows = 0, by_base = (mp_size_t) ((cap + b) / GMP_LIMB_BITS) + 1 - n;
  if (x > cap)
    {
      rows = (mp_size_t) (x / GMP_LIMB_BITS) + 1 - n;
      x = cap;
    }
  if ((e >> left & 1) != 0)
    rows += (mp_size_t) ((x + b) / GMP_LIMB_BITS) + 1 - n;
  const mp_limb_t rest = e & (((mp_limb_t) 1 << left) - 1);
  return rows + left * n + (rest == 0 ? 0 : __builtin_popcountll (rest) * by_base);
}

static int
limb_serves (const struct comba_config *k, mp_size_t n, mp_size_t en)
{
  return en == 1 && k->powm_limb != NULL && k->powm_limb_min <= n && n <= k->powm_limb_max;
}

/* The rows of B^e, and what B has more limbs than P, B longer than P's half, without a division and in limbs: every product
   has n, but by B as many as that has, and the first square as twice B has more than P.  From e = 16 on that is 3n or more,
   and 3n stands for all of it. */
static ALWAYS_INLINE mp_size_t
rows_of_long (mp_limb_t e, mp_size_t bn, mp_size_t n)
{
  static const struct { unsigned char products, bases; } of[16] = {
    { 0, 0 }, { 0, 0 }, { 1, 2 }, { 2, 3 }, { 2, 2 }, { 3, 3 }, { 3, 3 }, { 4, 4 },
    { 3, 2 }, { 4, 3 }, { 4, 3 }, { 5, 4 }, { 4, 3 }, { 5, 4 }, { 5, 4 }, { 6, 5 }
  };
  if (e >= 16)
    return 3 * n;
  const mp_size_t rows = of[e].products * n;
  return bn > n ? rows + bn - n : rows - of[e].bases * (n - bn);
}

/* The same of any B; or three squares' if they have so many rows each, as B^(e / 8) is as long as P. */
static mp_size_t
rows_or_many (mp_limb_t e, size_t bits, mp_size_t bn, mp_size_t n)
{
  if (2 * bn > n)
    return rows_of_long (e, bn, n);
  const mp_limb_t eighth = e >> 3, p_bits = (mp_limb_t) n * GMP_LIMB_BITS;
  return eighth >= p_bits || eighth * (bits - 1) >= p_bits ? 3 * n : comba_powm_rows (e, bits, n);
}

/* Whether a division is faster than k->powm_limb, which takes as long as some 13n/4 - 4 rows to make its form, to enter and
   to leave, n/4 less if its last product is by B as it is, and so one step less.  (Timed modulo 3 to 10 limbs, with other
   numbers each time, so that no branch is foreseen.) */
static int
is_divided (mp_size_t n, size_t bits, mp_limb_t e)
{
  const mp_size_t bn = limbs_of (bits);
  if (e == 2 && comba_divisor_by_blocks (n, bn))
    return 1;
  const mp_size_t step_less = (e & 1) != 0 && bn <= n ? n : 0;
  return 4 * rows_or_many (e, bits, bn, n) <= 13 * n - 17 - step_less;
}

/* Of sizes without the form, exponents of more ones than these go by windows in others,
   and what is divided is not always that (powm_short_step). */
enum comba_powm_way
comba_powm_way (const struct comba_config *k, mp_size_t n, int is_two, size_t bits, mp_srcptr ep,
                mp_size_t en)
{
  if (!limb_serves (k, n, en))
    return COMBA_POWM_OTHERWISE;
  const int has_form = n <= k->powm_limb_form_max;
  if (is_two && (ep[0] - 1) / GMP_LIMB_BITS >= (mp_limb_t) n)
    return COMBA_POWM_LIMB;
  if (is_divided (n, bits, ep[0]))
    return has_form ? COMBA_POWM_DIVIDED : COMBA_POWM_OTHERWISE;
  return has_form || __builtin_popcountll (ep[0]) <= 4 ? COMBA_POWM_LIMB : COMBA_POWM_OTHERWISE;
}

/* A division waits for its quotients, Montgomery's reduction does not; but that takes one more
   division to enter. */
int
comba_powm_divides (mp_size_t n, mp_size_t rows)
{
  return n < 8 || rows <= 3 * n;
}

const struct comba_short_step *
comba_powm_short_step (const struct comba_config *k, mp_size_t n, size_t bits, mp_size_t rows,
                       mp_size_t en, size_t two_bits)
{
  const mp_size_t bn = limbs_of (bits);
  const struct comba_short_step *last = NULL;
  for (const struct comba_short_step *s = k->short_powers; s->products > 0 && s->from <= n; s++)
    last = s;
  if (last == NULL || n < 3 || (en > 1 && (two_bits == 0 || last->by == COMBA_SHORT_NU))
      || (k->addmul_1 == NULL && last->by != COMBA_SHORT_NU))
    return NULL;
  /* A division takes exponents of one limb. */
  if (two_bits != 0 && two_bits <= (size_t) last->two_bits && (en == 1 || !comba_powm_divides (n, rows)))
    return last;
  if (en > 1)
    return NULL;
  /* In the form by rows a long base takes rows as well. */
  const int rep = last->by == COMBA_SHORT_ROWS && !comba_powm_divides (n, rows);
  return (rep && bn > n ? bn - n : 0) + rows <= last->products * n ? last : NULL;
}

int
comba_powm_by_barrett (const struct comba_short_step *step, mp_size_t n, size_t bits, mp_size_t rows)
{
  const mp_size_t bn = limbs_of (bits);
  return step->by == COMBA_SHORT_NU && (bn > n ? bn - n : 0) + rows > step->rows * n;
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
  /* One of two is as long as a product: so there is one reduction less. */
  struct comba_unreduced whole;
  whole.left = (size_t) bits_of (e) - 1, whole.p = bp, whole.n = bn;
  if (2 * bn <= n)
    comba_powm_unreduced (k, &whole, bp, bn, &e, 1, bn == 1 && bp[0] == 2 ? 2 * n : n);
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
