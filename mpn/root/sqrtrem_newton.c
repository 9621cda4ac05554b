/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Square roots of long numbers, without division.

   Of the upper h > n/2 limbs' pairs let S' be the root, R' the remainder, and X about beta^2h / 2S'.
   The lower l = n - h limbs of the root are about R' X / beta^(2h-l), and the root's square modulo
   beta^m - 1, m > n, yields the remainder.  Then X (1 + E) with E = 1 - 2 S X / beta^(n+h) is the
   next X: the product S X is known but for E, so it is computed modulo beta^m - 1, too.  Karp and
   Markstein, "High-precision division and square root" (1997), made the last step of the iteration
   one for the root; here every step is.

   X is wrong by a few units, E beta^h likewise, so E^2 beta^n is below 1 if n < 2h. */

#include "root/root.h"
#include "div/div.h"
#include "mul/cost.h"
#include "mul/mul.h"
#include "mul/ntt/ntt.h"
#include "mul/wrapped.h"
#include "arith/scratch.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* Below, division yields X. */
enum { LEAST = 8 };

/* How to multiply modulo beta^m - 1. */
struct wrapped
{
  mp_size_t m;
  enum { WHOLE, IN_FACTORS, CYCLIC } way;
  size_t itch;
};

/* The fastest m >= n, for factors of up to n - 1 limbs. */
static struct wrapped
wrapped_for (const struct comba_config *k, mp_size_t n)
{
  const uint64_t whole = comba_mul_cost (k, n - 1, n - 1);
  struct wrapped w = { .m = comba_wrapped_size (k, n), .way = IN_FACTORS };
  uint64_t cost = comba_wrapped_cost (k, w.m, w.m, w.m);
  if (k->ntt != NULL && k->ntt->wrapped_size != NULL && n >= k->thresholds.mul_ntt)
    {
      const mp_size_t m = k->ntt->wrapped_size (n);
      if (m != 0 && comba_mul_cost (k, m, m) / 2 < cost)
        {
          cost = comba_mul_cost (k, m, m) / 2;
          w = (struct wrapped) { .m = m, .way = CYCLIC };
        }
    }
  if (whole <= cost)
    w = (struct wrapped) { .m = n, .way = WHOLE };
  w.itch = w.way == CYCLIC ? k->ntt->mulmod_itch (w.m) : w.way == IN_FACTORS ? comba_wrapped_itch (w.m)
           : 2 * (size_t) n + comba_product_itch (n, n);
  return w;
}

/* Equal operands make a square. */
static void
multiply_wrapped (const struct comba_config *k, const struct wrapped *w, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                  mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  if (w->way == CYCLIC)
    k->ntt->mulmod (w->m, rp, ap, an, bp, bn, scratch);
  else if (w->way == IN_FACTORS)
    comba_wrapped_product (k, rp, ap, an, bp, bn, w->m, scratch);
  else
    {
      if (ap == bp)
        comba_product_sqr (k, scratch, ap, an, scratch + 2 * an);
      else
        comba_product (k, scratch, ap, an, bp, bn, scratch + an + bn);
      comba_wrapped_fold (rp, scratch, an + bn, w->m);
    }
}

static mp_size_t
upper_part (mp_size_t n)
{
  return n / 2 + 1;
}

/* rp[0..m-1] -= ap[0..an-1] beta^at modulo beta^m - 1; an + at <= 2m, at < m. */
static void
subtract_wrapped (mp_ptr rp, mp_size_t m, mp_srcptr ap, mp_size_t an, mp_size_t at)
{
  const mp_size_t first = an < m - at ? an : m - at;
  mp_limb_t borrow = comba_sub_in_var (rp + at, m - at, ap, first);
  borrow += comba_sub_in_var (rp, m, ap + first, an - first);
  while (borrow != 0)
    borrow = comba_sub_1_var (rp, m, borrow);
}

/* xp[0..m-1] = -xp[0..m-1] modulo beta^m - 1 */
static void
negate_wrapped (mp_ptr xp, mp_size_t m)
{
  for (mp_size_t i = 0; i < m; i++)
    xp[i] = ~xp[i];
}

/* Whether the residue stands for a negative number. */
static int
is_negative (mp_srcptr xp, mp_size_t m)
{
  return xp[m - 1] >> (GMP_LIMB_BITS - 1) != 0;
}

/* Whether tp[0..n-1] + top beta^n > 2 sp[0..n-1], where the top bit of S is set and top <= 1. */
static int
exceeds_twice (mp_srcptr tp, mp_limb_t top, mp_srcptr sp, mp_size_t n)
{
  if (top == 0)
    return 0;
  for (mp_size_t i = n; i-- > 0;)
    {
      const mp_limb_t twice = sp[i] << 1 | (i > 0 ? sp[i - 1] >> (GMP_LIMB_BITS - 1) : 0);
      if (tp[i] != twice)
        return tp[i] > twice;
    }
  return 0;
}

/* Scratch of a level without its recursion. */
static size_t
level_itch (const struct comba_config *k, mp_size_t n)
{
  const struct wrapped w = wrapped_for (k, n + 1);
  const mp_size_t h = upper_part (n);
  const size_t products = 2 * (size_t) h + 1 + comba_product_itch (h + 1, h);
  return (size_t) w.m + (w.itch > products ? w.itch : products);
}

/* The root of the upper part by the other algorithms. */
static int
is_first (const struct comba_config *k, mp_size_t n)
{
  return n < LEAST || 4 * n < k->thresholds.root_newton;
}

static size_t
newton_itch (const struct comba_config *k, mp_size_t n)
{
  size_t most = 0;
  for (; !is_first (k, n); n = upper_part (n))
    {
      const size_t itch = level_itch (k, n);
      most = itch > most ? itch : most;
    }
  const size_t first = 2 * (size_t) n + comba_sqrtrem_itch (n) + 2;
  return most > first ? most : first;
}

/* The first S, R and X. */
static void
first_root (const struct comba_config *k, mp_ptr sp, mp_ptr xp, mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_ptr scratch)
{
  const mp_ptr t = scratch, more = t + 2 * n;
  memcpy (t, ap, BYTES (2 * n));
  rp[n] = comba_sqrtrem_normalised (k, sp, t, n, more);
  memcpy (rp, t, BYTES (n));
  const mp_ptr twice = more;
  memset (t, 0xff, BYTES (2 * n));
  twice[n] = comba_add_n (twice, sp, sp, n);
  const mp_ptr rest = twice + n + 1;
  comba_divide (k, xp, rest, t, 2 * n, twice, n + 1);
}

/* xp[0..n-1] from X = xp[l..n-1].  t has m limbs. */
static void
next_inverse (const struct comba_config *k, mp_ptr xp, mp_srcptr sp, mp_size_t n, const struct wrapped *w, mp_ptr t,
              mp_ptr scratch)
{
  const mp_size_t h = upper_part (n), l = n - h, m = w->m;
  /* t = beta^(n+h) - 2 S X */
  multiply_wrapped (k, w, t, sp, n, xp + l, h, scratch);
  comba_add_1_var (t, m, comba_add_n (t, t, t, m));
  const mp_limb_t one = 1;
  subtract_wrapped (t, m, &one, 1, (n + h) % m);
  const int plus = is_negative (t, m);
  if (plus)
    negate_wrapped (t, m);
  /* X and the upper part of E, whose top limb is small. */
  mp_size_t en = n + 1 - l;
  while (en > 0 && t[l + en - 1] == 0)
    en--;
  memset (xp, 0, BYTES (l));
  if (en == 0)
    return;
  const mp_ptr product = scratch;
  comba_product (k, product, t + l, en, xp + l, h, product + en + h);
  const mp_size_t skip = 2 * h - l, rest = h + en - skip;
  if (rest <= 0)
    return;
  if (!plus)
    comba_sub_in_var (xp, n, product + skip, rest);
  else if (comba_add_in_var (xp, n, product + skip, rest) != 0)
    memset (xp, 0xff, BYTES (n));
}

/* S = sp[0..n-1], R = rp[0..n], and if INVERSE is set X = xp[0..n-1], or else the next smaller X,
   for ap[0..2n-1].  Otherwise the contract of comba_sqrtrem_normalised. */
static void
newton (const struct comba_config *k, mp_ptr sp, mp_ptr xp, mp_ptr rp, mp_srcptr ap, mp_size_t n, int inverse,
        mp_ptr scratch)
{
  if (is_first (k, n))
    {
      first_root (k, sp, xp, rp, ap, n, scratch);
      return;
    }
  const mp_size_t h = upper_part (n), l = n - h;
  const mp_ptr x = inverse ? xp + l : xp;
  newton (k, sp + l, x, rp, ap + 2 * l, h, 1, scratch);

  const struct wrapped w = wrapped_for (k, n + 1);
  const mp_ptr t = scratch, more = t + w.m;
  /* The lower limbs of the root. */
  comba_product (k, more, rp, h, x, h, more + 2 * h);
  mp_limb_t over = rp[h] != 0 ? comba_add_n (more + h, more + h, x, h) : 0;
  const mp_srcptr q = more + 2 * h - l;
  if (over != 0)
    memset (sp, 0xff, BYTES (l));
  else
    memcpy (sp, q, BYTES (l));
  /* R = A - S^2 in two's complement of n + 1 limbs */
  multiply_wrapped (k, &w, t, sp, n, sp, n, more);
  subtract_wrapped (t, w.m, ap, 2 * n, 0);
  negate_wrapped (t, w.m);
  if (is_negative (t, w.m))
    comba_add_1_var (t, n + 1, 1);
  mp_limb_t top = t[n];
  while (top >> (GMP_LIMB_BITS - 1) != 0)
    {
      comba_sub_1_var (sp, n, 1);
      top += comba_add_n (t, t, sp, n);
      top += comba_add_n (t, t, sp, n);
      top += comba_add_1_var (t, n, 1);
    }
  while (top > 1 || exceeds_twice (t, top, sp, n))
    {
      top -= comba_sub_n (t, t, sp, n);
      top -= comba_sub_n (t, t, sp, n);
      top -= comba_sub_1_var (t, n, 1);
      comba_add_1_var (sp, n, 1);
    }
  memcpy (rp, t, BYTES (n));
  rp[n] = top;
  if (inverse)
    next_inverse (k, xp, sp, n, &w, t, more);
}

int
comba_sqrtrem_newton (const struct comba_config *k, mp_ptr sp, mp_ptr np, mp_size_t n, mp_limb_t *carry)
{
  if (is_first (k, n))
    return 0;
  const mp_size_t h = upper_part (n);
  struct comba_scratch held;
  const mp_ptr r = comba_scratch_get (&held, (size_t) n + 1 + (size_t) h + newton_itch (k, n), 0);
  if (r == NULL)
    {
      comba_scratch_put (&held);
      return 0;
    }
  const mp_ptr x = r + n + 1;
  newton (k, sp, x, r, np, n, 0, x + h);
  memcpy (np, r, BYTES (n));
  *carry = r[n];
  comba_scratch_put (&held);
  return 1;
}
