/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products modulo beta^m - 1: if half of a product is known, they yield the other half in less time
   than a short product.

   beta^2h - 1 is (beta^h - 1) (beta^h + 1).  So two products of h limbs, or one and a further
   division of the other, replace the four, or three, of a full product.  With x and y the product
   modulo these factors, the result is y + (beta^h + 1) w, where w = (x - y) / 2 modulo beta^h - 1.
   Halving modulo beta^h - 1 is a rotation to the right by one bit.

   With z = beta^j, beta^3j + 1 is (z + 1) (z^2 - z + 1).  A product of j and one of 2j limbs
   replace one of 3j, which takes a quarter more.  With x and y the product modulo these factors,
   the result is y + (z^2 - z + 1) w, where w = (x - y) / 3 modulo z + 1, because z^2 - z + 1 is 3
   modulo z + 1. */

#include "mul/wrapped.h"
#include "mul/cost.h"
#include "mul/mul.h"
#include "arith/arith.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

enum { LEVELS = 4 };

/* By timings with five configurations: from this size on, two products of half the size and the
   linear steps take less time than one product. */
static mp_size_t
halved_from (const struct comba_config *k)
{
  return k->thresholds.mul_toom22 / 2 + 8;
}

static int
is_halved (const struct comba_config *k, mp_size_t m)
{
  return m % 2 == 0 && m >= halved_from (k);
}

/* By timings: from the size at which products of two thirds use Toom.  Where vectors make every
   basecase (mul_unequal) the linear steps weigh more. */
static int
is_in_thirds (const struct comba_config *k, mp_size_t h)
{
  return h % 3 == 0 && 4 * h / (k->mul_unequal != NULL ? 9 : 6) >= k->thresholds.mul_toom22;
}

int
comba_wrapped_pays (const struct comba_config *k, mp_size_t n)
{
  return n >= k->thresholds.mod_wrapped && n / 2 < k->thresholds.mul_ntt;
}

/* The cost of a product modulo beta^m - 1 that is divided LEVEL times, in hundredths of a full
   product of m limbs, for any CPU; and the same with thirds, where they are possible. */
static const int halved_cost[LEVELS + 1] = { 100, 72, 62, 58, 57 };
static const int thirds_cost[LEVELS + 1] = { 100, 64, 51, 46, 44 };

/* Minimises the cost; products are taken to cost the 3/2th power of their size. */
mp_size_t
comba_wrapped_size (const struct comba_config *k, mp_size_t n)
{
  mp_size_t best = n, least = 200 * n;
  for (int level = 1; level <= LEVELS && n >> (level - 1) >= halved_from (k); level++)
    for (int thirds = 0; thirds < 2; thirds++)
      {
        const mp_size_t unit = (thirds ? (mp_size_t) 3 : 1) << level;
        const mp_size_t m = (n + unit - 1) / unit * unit;
        if (thirds && !is_in_thirds (k, m / 2))
          continue;
        const mp_size_t cost = (thirds ? thirds_cost : halved_cost)[level] * (3 * m - n);
        if (cost < least)
          {
            best = m;
            least = cost;
          }
      }
  return best;
}

mp_size_t
comba_wrapped_most (mp_size_t n)
{
  return n + (3 << LEVELS) - 1;
}

/* Each level has an operand and its residues modulo both factors, and a product. */
size_t
comba_wrapped_itch (mp_size_t m)
{
  return 8 * (size_t) m + comba_product_itch (m, m);
}

/* Linear steps: reducing the operands and the product modulo both factors, a third of a difference,
   sums. */
static uint64_t
plus_cost (const struct comba_config *k, mp_size_t h)
{
  if (!is_in_thirds (k, h))
    return comba_mul_cost (k, h, h);
  const mp_size_t j = h / 3;
  return plus_cost (k, j) + comba_mul_cost (k, 2 * j, 2 * j) + comba_steps_cost (k, 30 * j + 100);
}

/* Linear steps: reducing the two operands modulo both factors, half of a difference, sums. */
uint64_t
comba_wrapped_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn, mp_size_t m)
{
  if (!is_halved (k, m))
    return comba_mul_cost (k, an, bn) + comba_steps_cost (k, an + bn + 16);
  const mp_size_t h = m / 2;
  return comba_wrapped_cost (k, h, h, h) + plus_cost (k, h) + comba_steps_cost (k, 10 * h + 80);
}

void
comba_wrapped_fold (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t m)
{
  const mp_size_t low = an < m ? an : m;
  memcpy (rp, ap, BYTES (low));
  memset (rp + low, 0, BYTES (m - low));
  mp_limb_t carry = comba_add_in_var (rp, m, ap + low, an - low);
  comba_add_1_var (rp, m, carry);
}

mp_limb_t
comba_wrapped_carry_plus (mp_ptr rp, mp_size_t m, int top)
{
  return comba_add_1_var (rp, m, top > 0 ? comba_sub_1_var (rp, m, 1) : (mp_limb_t) -top);
}

mp_limb_t
comba_wrapped_fold_plus (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t m)
{
  const mp_size_t low = an < m ? an : m, middle = an - low < m ? an - low : m;
  memcpy (rp, ap, BYTES (low));
  memset (rp + low, 0, BYTES (m - low));
  int top = -(int) comba_sub_in_var (rp, m, ap + low, middle);
  top += (int) comba_add_in_var (rp, m, ap + low + middle, an - low - middle);
  return comba_wrapped_carry_plus (rp, m, top);
}

/* rp[0..h-1] = -xp[0..h-1] modulo beta^h + 1; returns as comba_wrapped_carry_plus. */
static mp_limb_t
negate_plus (mp_ptr rp, mp_srcptr xp, mp_size_t h)
{
  memset (rp, 0, BYTES (h));
  return comba_add_1_var (rp, h, comba_sub_n (rp, rp, xp, h));
}

/* rp[0..2j-1] = ap[0..an-1] modulo z^2 - z + 1, z = beta^j, an = 3j or 4j: z^2 is z - 1, z^3 is
   -1. */
static void
fold_trinomial (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t j)
{
  memcpy (rp, ap, BYTES (j));
  int top = (int) comba_add_n (rp + j, ap + j, ap + 2 * j, j);
  top -= (int) comba_sub_in_var (rp, 2 * j, ap + 2 * j, j);
  top -= (int) comba_sub_in_var (rp, 2 * j, ap + 3 * j, an - 3 * j);
  if (top != 0)         /* between -2z and 2z^2 - z, so once is enough */
    {
      const mp_ptr more = top > 0 ? rp + j : rp, less = top > 0 ? rp : rp + j;
      comba_add_1_var (more, rp + 2 * j - more, 1);
      comba_sub_1_var (less, rp + 2 * j - less, 1);
    }
}

/* Divides xp[0..j-1] + TOP beta^j by 3 modulo beta^j + 1; takes and returns the top as
   comba_wrapped_carry_plus does.  The division starts at the low end (Jebelean 1993): 1/3 is -(1 + beta + beta^2 ...) (beta
   - 1) / 3, so q = (x + b beta^j) / 3 leaves b (beta - 1) / 3, and beta^j + 1 is 2 modulo 3. */
static mp_limb_t
third_plus (mp_ptr xp, mp_size_t j, mp_limb_t top)
{
  const mp_limb_t third = COMBA_LIMB_MAX / 3;
  mp_limb_t rest = 0;
  if (top != 0)
    {
      for (mp_size_t i = 0; i < j; i++)
        xp[i] = 2 * third + (i == 0);   /* (2 beta^j + 1) / 3 */
      return 0;
    }
  for (mp_size_t i = 0; i < j; i++)
    {
      const comba_dlimb p = (comba_dlimb) xp[i] * third;
      const mp_limb_t low = (mp_limb_t) p, q = rest - low;
      xp[i] = q;
      rest = q - (mp_limb_t) (p >> GMP_LIMB_BITS) - (rest < low);
    }
  if (rest == 0)
    return 0;
  /* b = 1: q + (2 (beta^j + 1) - beta^j) / 3.  b = 2: q + (beta^j + 1 - 2 beta^j) / 3, which is q +
     2 (beta^j - 1) / 3 + 1 - beta^j. */
  const int one = rest == third;
  const mp_limb_t more = one ? third : 2 * third;
  mp_limb_t carry = 1;
  for (mp_size_t i = 0; i < j; i++)
    {
      const comba_dlimb sum = (comba_dlimb) xp[i] + more + carry;
      xp[i] = (mp_limb_t) sum;
      carry = (mp_limb_t) (sum >> GMP_LIMB_BITS);
    }
  return one ? carry : 0;
}

static mp_limb_t product_plus (const struct comba_config *k, mp_ptr rp, mp_srcptr ap,
                               mp_limb_t a_top, mp_srcptr bp, mp_limb_t b_top, mp_size_t h,
                               mp_ptr scratch);

/* rp[0..3j-1] = ap[0..3j-1] * bp[0..3j-1] modulo beta^3j + 1; returns as comba_wrapped_carry_plus. */
static mp_limb_t
product_in_thirds (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp,
                   mp_size_t j, mp_ptr scratch)
{
  const mp_ptr a = scratch, b = a + 2 * j, t = b + 2 * j, w = t, y = w + j;
  fold_trinomial (a, ap, 3 * j, j);
  fold_trinomial (b, bp, 3 * j, j);
  comba_product (k, t, a, 2 * j, b, 2 * j, t + 4 * j);
  fold_trinomial (rp, t, 4 * j, j);

  const mp_limb_t a_top = comba_wrapped_fold_plus (a, ap, 3 * j, j), b_top = comba_wrapped_fold_plus (b, bp, 3 * j, j);
  int top = (int) product_plus (k, w, a, a_top, b, b_top, j, y);
  top -= (int) comba_wrapped_fold_plus (y, rp, 2 * j, j);
  top -= (int) comba_sub_n (w, w, y, j);
  if (third_plus (w, j, comba_wrapped_carry_plus (w, j, top)) != 0)
    {
      /* z, whose last product is -z^2 + z - 1 */
      memset (rp + 2 * j, 0, BYTES (j));
      top = (int) comba_add_1_var (rp + j, 2 * j, 1) - (int) comba_sub_1_var (rp + 2 * j, j, 1);
      return comba_wrapped_carry_plus (rp, 3 * j, top - (int) comba_sub_1_var (rp, 3 * j, 1));
    }
  memcpy (rp + 2 * j, w, BYTES (j));
  comba_add_in_var (rp, 3 * j, w, j);
  comba_sub_in_var (rp + j, 2 * j, w, j);       /* y + (z^2 - z + 1) (z - 1) is below z^3 */
  return 0;
}

/* The product modulo beta^h + 1 of two residues from comba_wrapped_fold_plus; returns as comba_wrapped_carry_plus. */
static mp_limb_t
product_plus (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_limb_t a_top,
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
  if (is_in_thirds (k, h))
    return product_in_thirds (k, rp, ap, bp, h / 3, scratch);
  comba_product (k, scratch, ap, h, bp, h, scratch + 2 * h);
  return comba_wrapped_fold_plus (rp, scratch, 2 * h, h);
}

/* dp[0..m-1] = dp[0..m-1] - LESS modulo beta^m - 1. */
static void
borrow_wrapped (mp_ptr dp, mp_size_t m, mp_limb_t less)
{
  while (less != 0)
    less = comba_sub_1_var (dp, m, less);
}

/* Halves dp[0..m-1] modulo beta^m - 1. */
static void
halve_wrapped (mp_ptr dp, mp_size_t m)
{
  const mp_limb_t odd = dp[0] & 1;
  comba_rshift (dp, dp, m, 1);
  dp[m - 1] |= odd << (GMP_LIMB_BITS - 1);
}

/* dp[0..h-1] = (x - y) / 2 modulo beta^h - 1, where y = yp[0..h-1] + Y_TOP beta^h and Y_TOP = 1
   only if yp is 0. */
static void
half_difference (mp_ptr dp, mp_srcptr xp, mp_srcptr yp, mp_limb_t y_top, mp_size_t h)
{
  borrow_wrapped (dp, h, comba_sub_n (dp, xp, yp, h) + y_top);
  halve_wrapped (dp, h);
}

void
comba_wrapped_product (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                    mp_srcptr bp, mp_size_t bn, mp_size_t m, mp_ptr scratch)
{
  ASSERT (1 <= an && an <= m && 1 <= bn && bn <= m);
  if (!is_halved (k, m))
    {
      comba_product (k, scratch, ap, an, bp, bn, scratch + an + bn);
      comba_wrapped_fold (rp, scratch, an + bn, m);
      return;
    }
  const mp_size_t h = m / 2;
  const mp_ptr a = scratch, b = a + h, x = b + h, free = x + h;
  comba_wrapped_fold (a, ap, an, h);
  comba_wrapped_fold (b, bp, bn, h);
  comba_wrapped_product (k, x, a, h, b, h, h, free);

  const mp_limb_t a_top = comba_wrapped_fold_plus (a, ap, an, h), b_top = comba_wrapped_fold_plus (b, bp, bn, h);
  const mp_ptr y = rp, w = rp + h;
  const mp_limb_t y_top = product_plus (k, y, a, a_top, b, b_top, h, free);
  half_difference (w, x, y, y_top, h);

  mp_limb_t carry = comba_add_n (y, y, w, h) + y_top;
  carry = comba_add_1_var (w, h, carry);
  comba_add_1_var (rp, m, carry);
}

mp_limb_t
comba_wrapped_end_plus (mp_ptr rp, mp_size_t m, mp_limb_t carry, mp_srcptr beyond, int more)
{
  const mp_size_t at = more / GMP_LIMB_BITS;
  const mp_limb_t top = comba_wrapped_carry_plus (rp, m, (int) carry - (int) comba_sub_in_var (rp, m, beyond, 2));
  return comba_wrapped_carry_plus (rp, m, (int) (top + comba_add_1_var (rp + at, m - at, (mp_limb_t) 1 << more % GMP_LIMB_BITS)));
}

void
comba_wrapped_end (mp_ptr rp, mp_size_t m, mp_limb_t carry, mp_srcptr beyond)
{
  carry = comba_add_1_var (rp, m, carry);
  carry += comba_add_in_var (rp, m, beyond, 2);
  comba_add_1_var (rp, m, carry);
}
