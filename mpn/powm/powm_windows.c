/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers in a representation, by sliding windows.  The contracts are in powm/powm.h. */

#include "powm/powm.h"
#include <limits.h>
#include <string.h>

static mp_size_t
significant (mp_srcptr ep, mp_size_t en)
{
  while (en > 0 && ep[en - 1] == 0)
    en--;
  return en;
}

/* 0 has no bits. */
static size_t
bits_of (mp_srcptr ep, mp_size_t en)
{
  return en == 0 ? 0 : comba_powm_bits (ep, en);
}

static int
bit (mp_srcptr ep, size_t at)
{
  return (int) (ep[at / GMP_LIMB_BITS] >> at % GMP_LIMB_BITS & 1);
}

static int
has_more_ones (mp_srcptr ep, mp_size_t en, long than)
{
  for (mp_size_t i = 0; i < en && than >= 0; i++)
    than -= __builtin_popcountll (ep[i]);
  return than < 0;
}

/* Windows of W bits take 2^(W-1) odd powers and one product for W + 1 bits of the exponent; that
   pays only if the exponent has more ones than that. */
int
comba_powm_width (mp_srcptr ep, mp_size_t en)
{
  size_t bits = bits_of (ep, en);
  int w = 1;
  while (w < 12 && bits > (size_t) (w + 1) * (w + 2) << (w - 1))
    w++;
  return w > 1 && has_more_ones (ep, en, 1l << (w - 1)) ? w : 1;
}

static size_t
ones_below (mp_srcptr ep, size_t at)
{
  const size_t i = at / GMP_LIMB_BITS, shift = at % GMP_LIMB_BITS;
  size_t ones = 0;
  for (size_t j = 0; j < i; j++)
    ones += (size_t) __builtin_popcountll (ep[j]);
  return shift == 0 ? ones
    : ones + (size_t) __builtin_popcountll (ep[i] & (((mp_limb_t) 1 << shift) - 1));
}

size_t
comba_powm_itch (const struct comba_representation *rep, mp_size_t n, mp_srcptr ep, mp_size_t en)
{
  size_t powers = (size_t) 1 << (comba_powm_width (ep, significant (ep, en)) - 1);
  return (powers + 1) * rep->element_size (n) + rep->itch (n);
}

/* Whether the bits of the exponent below AT have more than THAN ones. */
static int
has_more_ones_below (mp_srcptr ep, size_t at, long than)
{
  mp_size_t i = (mp_size_t) (at / GMP_LIMB_BITS);
  mp_limb_t rest = at % GMP_LIMB_BITS == 0 ? 0 : ep[i] << (GMP_LIMB_BITS - at % GMP_LIMB_BITS);
  return has_more_ones (ep, i, than - __builtin_popcountll (rest));
}

/* B^3, B^5, ... after the B in TABLE, for windows of WIDTH bits; XP has room for a power. */
static void
odd_powers (const struct comba_config *k, const struct comba_representation *rep, mp_srcptr context,
            mp_size_t n, int width, mp_ptr xp, mp_ptr table, mp_ptr scratch)
{
  const size_t element = rep->element_size (n);
  if (width > 1)
    rep->sqr (k, context, xp, table, scratch);
  for (size_t i = 1; i < (size_t) 1 << (width - 1); i++)
    rep->mul (k, context, table + i * element, table + (i - 1) * element, xp, scratch);
}

/* Applies the bits below AT to the power at FROM, or all bits if FROM is NULL; XP has room for a
   power.  LAST: leaves out the product for E's lowest bit, which is a one and not the first of a
   window.  Returns the address of the result. */
static ALWAYS_INLINE mp_srcptr
by_windows (const struct comba_config *k, const struct comba_representation *rep, mp_srcptr context,
            mp_size_t n, int width, mp_ptr xp, mp_srcptr from, mp_srcptr table, mp_srcptr ep,
            size_t at, int last, mp_ptr scratch)
{
  const size_t element = rep->element_size (n);
  for (struct comba_window w; at > 0; at = w.low)
    {
      w = comba_next_window (ep, at, width);
      mp_srcptr power = table + (w.odd >> 1) * element;
      if (from == NULL)         /* the highest bit of E is a one */
        {
          from = power;
          continue;
        }
      for (size_t left = at - w.low; left > 0; left--, from = xp)
        rep->sqr (k, context, xp, from, scratch);
      if (w.odd != 0 && !(last && w.low == 0))
        rep->mul (k, context, xp, xp, power, scratch);
    }
  return from;
}

/* C is the factor that x still has to be multiplied by, so B^(2^w), not B, decides how often that
   is done. */
void
comba_powm_limbs (const struct comba_config *k, const struct comba_representation *rep, mp_srcptr context,
                  mp_ptr xp, mp_limb_t b, mp_srcptr ep, size_t left, mp_ptr scratch)
{
  /* C^2 B fits in a limb if C has no more bits. */
  const int most = (int) (GMP_LIMB_BITS - comba_powm_bits (&b, 1)) / 2;
  mp_limb_t c = 1;
  while (left > 0)
    {
      if (c > 1 && c >> most != 0)
        {
          rep->mul_limb (k, context, xp, xp, c, scratch);
          c = 1;
        }
      rep->sqr (k, context, xp, xp, scratch);
      left--;
      c *= c;
      if (bit (ep, left))
        c *= b;
    }
  if (c > 1)
    rep->mul_limb (k, context, xp, xp, c, scratch);
}

/* By timings with other numbers in each call, so that no branch is predicted: a product takes as
   long as (n - 1)/4 products by a limb.  There is one of these for s + 2 bits, where B^(2^s) fits
   in a limb, but for at most t ones, where B^(2^t - 1) fits in a limb, or one for each one bit.
   (Divided as unsigned int, which is faster; longer exponents need no exact decision.) */
int
comba_powm_limbs_pay (mp_size_t n, mp_limb_t b, mp_srcptr ep, size_t left, int width)
{
  const unsigned bits = (unsigned) comba_powm_bits (&b, 1), most = left < UINT_MAX ? (unsigned) left : UINT_MAX;
  const unsigned ones = (unsigned) ones_below (ep, most);
  if (ones == 0)
    return 0;
  const unsigned s = (unsigned) __builtin_ctz (GMP_LIMB_BITS) - (31 - (unsigned) __builtin_clz (2 * bits - 1));
  const unsigned t = s + (((2u << s) - 1) * bits <= GMP_LIMB_BITS), runs = ones / t + (ones % t != 0);
  const size_t products = width > 1 ? ((size_t) 1 << (width - 1)) + most / (unsigned) (width + 1) : ones;
  unsigned steps = most / (s + 2);
  steps = steps < runs ? runs : steps < ones ? steps : ones;
  return 4 * (size_t) steps < (size_t) (n - 1) * products;
}

/* 2^E, E > 0, where doubles cost nothing: as many bits of E as give no more limbs than P are
   encoded. */
static void
two_by_bits (const struct comba_config *k, const struct comba_representation *rep, mp_srcptr context,
             mp_size_t n, mp_ptr rp, mp_srcptr ep, mp_size_t en, mp_ptr xp, mp_ptr scratch)
{
  const mp_limb_t two = 2;
  mp_limb_t limbs[2][COMBA_UNREDUCED (n)];
  struct comba_unreduced whole = { .limbs = { limbs[0], limbs[1] } };
  comba_powm_unreduced (k, &whole, &two, 1, ep, en, n);
  rep->encode (k, context, xp, whole.p, whole.n, scratch);
  for (size_t at = whole.left; at > 0; )
    {
      at--;
      (bit (ep, at) ? rep->sqr_twice : rep->sqr) (k, context, xp, xp, scratch);
    }
  rep->decode (k, context, rp, xp, scratch);
}

void
comba_powm (const struct comba_config *k, const struct comba_representation *rep, mp_srcptr context,
            mp_size_t n, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en,
            mp_ptr scratch)
{
  size_t element = rep->element_size (n);
  en = significant (ep, en);
  int width = comba_powm_width (ep, en);
  mp_ptr xp = scratch, table = xp + element;
  scratch = table + (element << (width - 1));

  while (bn > 0 && bp[bn - 1] == 0)
    bn--;
  if (en == 0 || bn == 0)
    {
      const mp_limb_t one = en == 0;
      rep->encode (k, context, xp, &one, 1, scratch);
      rep->decode (k, context, rp, xp, scratch);
      return;
    }

  if (bn == 1 && bp[0] == 2 && rep->odd_modulus != NULL
      && comba_powm_two (k, rep, context, n, rp, ep, en, xp))
    return;
  if (bn == 1 && bp[0] == 2 && rep->sqr_twice != NULL)
    {
      two_by_bits (k, rep, context, n, rp, ep, en, xp, scratch);
      return;
    }

  const size_t bits = comba_powm_bits (ep, en);
  const int by_limbs = bn == 1 && n >= 3 && rep->mul_limb != NULL && k->addmul_1 != NULL
    && comba_powm_limbs_pay (n, bp[0], ep, bits - 1, width);
  mp_limb_t limbs[2][COMBA_UNREDUCED (n)];
  struct comba_unreduced whole = { .left = bits - 1, .limbs = { limbs[0], limbs[1] } };
  if (by_limbs || comba_powm_begins_unreduced (n, comba_powm_bits (bp, bn), width))
    comba_powm_unreduced (k, &whole, bp, bn, ep, en, n);
  if (by_limbs)
    {
      rep->encode (k, context, xp, whole.p, whole.n, scratch);
      comba_powm_limbs (k, rep, context, xp, bp[0], ep, whole.left, scratch);
      rep->decode (k, context, rp, xp, scratch);
      return;
    }
  const int begun = whole.left < bits - 1;
  size_t at = begun ? whole.left : bits;

  /* Whether the last product is by B without encoding. */
  const int last = rep->decode_times != NULL && width == 1 && (ep[0] & 1) != 0 && at > 0 && bits > 1
    && bn <= n;
  const int base = !begun || width > 1 || has_more_ones_below (ep, at, last);

  if (base)
    rep->encode (k, context, table, bp, bn, scratch);
  odd_powers (k, rep, context, n, width, xp, table, scratch);

  /* FROM is the address of the power so far: at first in the table, or an unreduced one. */
  mp_srcptr from = NULL;
  if (begun)
    {
      rep->encode (k, context, xp, whole.p, whole.n, scratch);
      from = xp;
    }
  from = by_windows (k, rep, context, n, width, xp, from, table, ep, at, last, scratch);
  if (last)
    {
      if (rep->decode_times (k, context, rp, from, bp, bn, scratch))
        return;
      rep->mul (k, context, xp, from, table, scratch);
      from = xp;
    }
  rep->decode (k, context, rp, from, scratch);
}

void
comba_powm_element (const struct comba_config *k, const struct comba_representation *rep, mp_srcptr context,
                    mp_size_t n, mp_ptr zp, mp_srcptr xp, mp_srcptr ep, mp_size_t en, mp_ptr scratch)
{
  const size_t element = rep->element_size (n);
  en = significant (ep, en);
  const int width = comba_powm_width (ep, en);
  const mp_ptr power = scratch, table = power + element;
  scratch = table + (element << (width - 1));
  mp_srcptr from = power;
  if (en == 0)
    {
      const mp_limb_t one = 1;
      rep->encode (k, context, power, &one, 1, scratch);
    }
  else
    {
      memcpy (table, xp, element * sizeof (mp_limb_t));
      odd_powers (k, rep, context, n, width, power, table, scratch);
      from = by_windows (k, rep, context, n, width, power, NULL, table, ep, comba_powm_bits (ep, en), 0, scratch);
    }
  memcpy (zp, from, element * sizeof (mp_limb_t));
}
