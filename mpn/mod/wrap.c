/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products modulo beta^m - 1: of a product of which half is known beforehand the rest, in less
   time than a short product takes.

   beta^2h - 1 is (beta^h - 1) (beta^h + 1): two products of h limbs each, or of the first one the
   same again, where four, or three, would make the whole.  With x and y modulo these the
   product is y + (beta^h + 1) w, w = (x - y) / 2 modulo beta^h - 1, where half a number is that
   number turned right by a bit. */

#include "mod.h"
#include "toom/toom.h"
#include "generic/generic.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

enum { LEVELS = 4 };

static int
is_halved (const struct comba_kernels *k, mp_size_t m)
{
  return m % 2 == 0 && m >= 4 && m >= k->thresholds.mul_toom22;
}

int
comba_wrap_pays (const struct comba_kernels *k, mp_size_t n)
{
  return n >= k->thresholds.mod_wrap && n / 2 < k->thresholds.mul_ntt;
}

mp_size_t
comba_wrap_size (const struct comba_kernels *k, mp_size_t n)
{
  int level = 0;
  while (level < LEVELS && n >> level >= k->thresholds.mul_toom22)
    level++;
  const mp_size_t unit = (mp_size_t) 1 << level;
  return (n + unit - 1) / unit * unit;
}

mp_size_t
comba_wrap_most (mp_size_t n)
{
  return n + (1 << LEVELS) - 1;
}

/* An operand and what it becomes modulo both factors, and a product, on each level. */
size_t
comba_wrap_itch (mp_size_t m)
{
  return 8 * (size_t) m + comba_product_itch (m, m);
}

/* Linear: the two operands modulo both factors, the half of a difference, sums. */
uint64_t
comba_wrap_cost (const struct comba_kernels *k, mp_size_t an, mp_size_t bn, mp_size_t m)
{
  if (!is_halved (k, m))
    return comba_mul_cost (k, an, bn) + comba_steps_cost (k, an + bn + 16);
  const mp_size_t h = m / 2;
  return comba_wrap_cost (k, h, h, h) + comba_mul_cost (k, h, h)
         + comba_steps_cost (k, 10 * h + 80);
}

/* rp[0..m-1] = ap[0..an-1] modulo beta^m - 1, an <= 2m. */
static void
fold (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t m)
{
  const mp_size_t low = an < m ? an : m;
  memcpy (rp, ap, BYTES (low));
  memset (rp + low, 0, BYTES (m - low));
  mp_limb_t carry = comba_add_in_var (rp, m, ap + low, an - low);
  comba_add_1_var (rp, m, carry);
}

/* The same modulo beta^m + 1; returns 1 if it is beta^m, with zeros in rp. */
static mp_limb_t
fold_plus (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t m)
{
  const mp_size_t low = an < m ? an : m;
  memcpy (rp, ap, BYTES (low));
  memset (rp + low, 0, BYTES (m - low));
  mp_limb_t borrow = comba_sub_in_var (rp, m, ap + low, an - low);
  return comba_add_1_var (rp, m, borrow);
}

/* rp[0..h-1], and what is returned on top of them, = -X modulo beta^h + 1, X = xp[0..h-1]. */
static mp_limb_t
negate_plus (mp_ptr rp, mp_srcptr xp, mp_size_t h)
{
  memset (rp, 0, BYTES (h));
  return comba_add_1_var (rp, h, comba_sub_n (rp, rp, xp, h));
}

/* The product modulo beta^h + 1 of what fold_plus gives. */
static mp_limb_t
product_plus (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_limb_t a_top,
              mp_srcptr bp, mp_limb_t b_top, mp_size_t h, mp_ptr scratch)
{
  if (a_top != 0 && b_top != 0)
    {
      memset (rp, 0, BYTES (h));
      rp[0] = 1;
      return 0;
    }
  if (a_top != 0 || b_top != 0)
    return negate_plus (rp, a_top != 0 ? bp : ap, h);
  comba_product (k, scratch, ap, h, bp, h, scratch + 2 * h);
  return fold_plus (rp, scratch, 2 * h, h);
}

/* dp[0..h-1] = half of (x - y) modulo beta^h - 1; y = yp[0..h-1], or beta^h. */
static void
half_difference (mp_ptr dp, mp_srcptr xp, mp_srcptr yp, mp_limb_t y_top, mp_size_t h)
{
  mp_limb_t less = comba_sub_n (dp, xp, yp, h) + y_top;
  while (less != 0)
    less = comba_sub_1_var (dp, h, less);
  const mp_limb_t odd = dp[0] & 1;
  comba_rshift (dp, dp, h, 1);
  dp[h - 1] |= odd << (GMP_LIMB_BITS - 1);
}

void
comba_wrap_product (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                    mp_srcptr bp, mp_size_t bn, mp_size_t m, mp_ptr scratch)
{
  ASSERT (1 <= an && an <= m && 1 <= bn && bn <= m);
  if (!is_halved (k, m))
    {
      comba_product (k, scratch, ap, an, bp, bn, scratch + an + bn);
      fold (rp, scratch, an + bn, m);
      return;
    }
  const mp_size_t h = m / 2;
  const mp_ptr a = scratch, b = a + h, x = b + h, free = x + h;
  fold (a, ap, an, h);
  fold (b, bp, bn, h);
  comba_wrap_product (k, x, a, h, b, h, h, free);

  const mp_limb_t a_top = fold_plus (a, ap, an, h), b_top = fold_plus (b, bp, bn, h);
  const mp_ptr y = rp, w = rp + h;
  const mp_limb_t y_top = product_plus (k, y, a, a_top, b, b_top, h, free);
  half_difference (w, x, y, y_top, h);

  mp_limb_t carry = comba_add_n (y, y, w, h) + y_top;
  carry = comba_add_1_var (w, h, carry);
  comba_add_1_var (rp, m, carry);
}
