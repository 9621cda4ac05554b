/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The inverses: -1/P modulo a power of beta, from the low end, and beta^(n+t) / P, from the high
   end.  Each iteration doubles the number of correct limbs. */

#include "residue/precompute.h"
#include "mul/short.h"
#include "mul/mul.h"
#include "arith/arith.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* pp[0..t-1], with zeros above n. */
static void
copy_low (mp_ptr rp, mp_size_t t, mp_srcptr pp, mp_size_t n)
{
  mp_size_t copied = t < n ? t : n;
  memcpy (rp, pp, BYTES (copied));
  memset (rp + copied, 0, BYTES (t - copied));
}

/* -1/p modulo beta, p odd. */
static mp_limb_t
limb_mu (mp_limb_t p)
{
  mp_limb_t x = (3 * p) ^ 2;    /* 1/p modulo 32 */
  for (int bits = 5; bits < GMP_LIMB_BITS; bits *= 2)
    x *= 2 - p * x;
  return -x;
}

/* t limbs of P, a product of those and half as many, and a short product. */
size_t
comba_mod_mu_itch (mp_size_t t)
{
  mp_size_t half = t / 2 + 1;
  size_t product = comba_product_itch (t, half), low = half + comba_mullo_itch (half);
  return 2 * (size_t) t + half + (product > low ? product : low);
}

/* A product in ROOM, or, if that is NULL, in comba_product_itch limbs of SCRATCH. */
static void
multiply (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch,
          const struct comba_room *room)
{
  if (room != NULL)
    comba_mul_in (k, rp, ap, an, bp, bn, room);
  else
    comba_product (k, rp, ap, an, bp, bn, scratch);
}

/* x = -1/P mod beta^h.  P x = -1 + e beta^h, so its limbs from h on are e - 1.  Then x + x e beta^h
   is -1/P mod beta^2h. */
static void
lift (const struct comba_config *k, mp_ptr xp, mp_size_t t, mp_srcptr pp, mp_ptr scratch, const struct comba_room *room)
{
  if (t == 1)
    {
      xp[0] = limb_mu (pp[0]);
      return;
    }
  const mp_size_t h = t - t / 2, more = t - h;
  lift (k, xp, h, pp, scratch, room);
  multiply (k, scratch, pp, t, xp, h, scratch + t + h, room);
  const mp_ptr e = scratch + h, rest = e + more;
  comba_add_1_var (e, more, 1);
  if (room != NULL)
    comba_mul_in (k, rest, xp, more, e, more, room);
  else
    comba_mullo_n (k, rest, xp, e, more, rest + more);
  memcpy (xp + h, rest, BYTES (more));
}

void
comba_mod_mu_in (const struct comba_config *k, mp_ptr mp, mp_size_t t, mp_srcptr pp, mp_size_t n, mp_ptr scratch,
                 const struct comba_room *room)
{
  ASSERT (t >= 1 && n >= 1 && (pp[0] & 1) != 0);
  copy_low (scratch, t, pp, n);
  lift (k, mp, t, scratch, scratch + t, room);
}

void
comba_mod_mu (const struct comba_config *k, mp_ptr mp, mp_size_t t, mp_srcptr pp, mp_size_t n,
              mp_ptr scratch)
{
  comba_mod_mu_in (k, mp, t, pp, n, scratch, NULL);
}

/* Reciprocals: D = dp[0..h-1] with its top bit set; X = beta^h + xp[0..h-1] with D X < beta^2h <= D
   (X + 2).  (Brent and Zimmermann, Modern Computer Arithmetic, algorithm 3.5.) */

static mp_limb_t
limb_reciprocal (mp_limb_t d)
{
  return (mp_limb_t) (((comba_dlimb) (mp_limb_t) ~d << GMP_LIMB_BITS | COMBA_LIMB_MAX) / d);
}

/* rp[0..n-1] = -rp[0..n-1] modulo beta^n. */
static void
negate (mp_ptr rp, mp_size_t n)
{
  for (mp_size_t i = 0; i < n; i++)
    rp[i] = ~rp[i];
  comba_add_1_var (rp, n, 1);
}

/* tp[0..h+m] = D (beta^m + xp[0..m-1]), h >= m. */
static void
times_reciprocal (const struct comba_config *k, mp_ptr tp, mp_srcptr dp, mp_size_t h,
                  mp_srcptr xp, mp_size_t m, mp_ptr scratch, const struct comba_room *room)
{
  multiply (k, tp, dp, h, xp, m, scratch, room);
  tp[h + m] = comba_add_n (tp + m, tp + m, dp, h);
}

static size_t
reciprocal_itch (mp_size_t h)
{
  return 8 * ((size_t) h + 1) + comba_product_itch (h, h);
}

/* Newton's step: from xp[l..h-1] for the m highest limbs of D to xp[0..h-1], h = m + l, m >= l.
   The result is never too large. */
static void
reciprocal_step (const struct comba_config *k, mp_ptr xp, mp_srcptr dp, mp_size_t m, mp_size_t l,
                 mp_ptr scratch, const struct comba_room *room)
{
  const mp_size_t h = m + l;
  const mp_ptr x = xp + l, tp = scratch, up = tp + h + m + 1;

  times_reciprocal (k, tp, dp, h, x, m, up, room);
  while (tp[h + m] != 0)
    {
      comba_sub_1_var (x, m, 1);
      comba_sub_in_var (tp, h + m + 1, dp, h);
    }
  negate (tp, h + m);

  /* beta^2h - D X, less than 4 beta^h, times X. */
  multiply (k, up, tp + l, m + 1, x, m, up + 2 * m + 1, room);
  comba_add_n (up + m, up + m, tp + l, m + 1);
  memcpy (xp, up + 2 * m - l, BYTES (l));
  comba_add_1_var (x, m, up[2 * m]);
}

/* For two limbs the step is not enough: X is incremented as often as beta^2h - D X allows. */
static void
reciprocal_2 (const struct comba_config *k, mp_ptr xp, mp_srcptr dp, mp_ptr scratch, const struct comba_room *room)
{
  mp_limb_t lacks[5], twice[5] = { 0 };
  reciprocal_step (k, xp, dp, 1, 1, scratch, room);
  times_reciprocal (k, lacks, dp, 2, xp, 2, scratch, room);
  negate (lacks, 5);
  lacks[4] = 0;
  comba_lshift (twice, dp, 2, 1);
  twice[2] = 1;
  while (comba_cmp_var (lacks, twice, 5) > 0)
    {
      comba_add_1_var (xp, 2, 1);
      comba_sub_in_var (lacks, 5, dp, 2);
    }
}

static void
reciprocal (const struct comba_config *k, mp_ptr xp, mp_srcptr dp, mp_size_t h, mp_ptr scratch,
            const struct comba_room *room)
{
  if (h == 1)
    {
      xp[0] = limb_reciprocal (dp[0]);
      return;
    }
  const mp_size_t l = h == 2 ? 1 : (h - 1) / 2, m = h - l;
  reciprocal (k, xp + l, dp + l, m, scratch, room);
  if (h == 2)
    reciprocal_2 (k, xp, dp, scratch, room);
  else
    reciprocal_step (k, xp, dp, m, l, scratch, room);
}

/* The h highest limbs of P 2^s, with zeros below if P is shorter; dp has h + 1 limbs. */
static void
normalize (mp_ptr dp, mp_size_t h, mp_srcptr pp, mp_size_t n, int s)
{
  const mp_size_t taken = h + 1 < n ? h + 1 : n, zeros = h + 1 - taken;
  memset (dp, 0, BYTES (zeros));
  if (s > 0)
    comba_lshift (dp + zeros, pp + n - taken, taken, s);
  else
    memcpy (dp + zeros, pp + n - taken, BYTES (taken));
}

static int
leading_zeros (mp_limb_t x)
{
  return __builtin_clzll (x) - (64 - GMP_LIMB_BITS);
}

static int
is_all_ones (mp_srcptr np, mp_size_t n)
{
  mp_limb_t all = COMBA_LIMB_MAX;
  for (mp_size_t i = 0; i < n; i++)
    all &= np[i];
  return all == COMBA_LIMB_MAX;
}

size_t
comba_mod_nu_itch (mp_size_t n, mp_size_t t)
{
  size_t recip = 2 * ((size_t) t + 3) + reciprocal_itch (t + 1);
  size_t rest = (size_t) n + t + 2 + comba_product_itch (n > t ? n : t + 1, n > t ? t + 1 : n);
  return (size_t) n + (recip > rest ? recip : rest);
}

/* From the reciprocal of t + 1 limbs, which is a few units too small; beta^(n+t) - nu P tells how
   many. */
void
comba_mod_nu_rest_in (const struct comba_config *k, mp_ptr np, mp_ptr rp, mp_size_t t, mp_srcptr pp, mp_size_t n,
                      mp_ptr scratch, const struct comba_room *room)
{
  ASSERT (t >= 0 && n >= 1 && pp[n - 1] != 0);
  const mp_size_t h = t + 1;
  const int s = leading_zeros (pp[n - 1]);
  const mp_ptr dp = scratch, xp = dp + h + 1;
  normalize (dp, h, pp, n, s);
  reciprocal (k, xp, dp + 1, h, xp + h + 1, room);
  xp[h] = 1;
  if (s > 0)
    {
      comba_lshift (dp, xp, h + 1, s);
      memcpy (np, dp + 1, BYTES (h));
    }
  else
    memcpy (np, xp + 1, BYTES (h));

  const mp_ptr rest = scratch;
  multiply (k, rest, np, h, pp, n, rest + n + h, room);
  negate (rest, n + 1);
  rest[n] += t == 0;
  while (rest[n] >> (GMP_LIMB_BITS - 1) != 0)
    {
      comba_sub_1_var (np, h, 1);
      comba_add_in_var (rest, n + 1, pp, n);
    }
  while (rest[n] != 0 || comba_cmp_var (rest, pp, n) >= 0)
    {
      if (!is_all_ones (np, h))
        comba_add_1_var (np, h, 1);
      comba_sub_in_var (rest, n + 1, pp, n);
    }
  memcpy (rp, rest, BYTES (n));
}

void
comba_mod_nu_rest (const struct comba_config *k, mp_ptr np, mp_ptr rp, mp_size_t t, mp_srcptr pp, mp_size_t n,
                   mp_ptr scratch)
{
  comba_mod_nu_rest_in (k, np, rp, t, pp, n, scratch, NULL);
}

void
comba_mod_nu (const struct comba_config *k, mp_ptr np, mp_size_t t, mp_srcptr pp, mp_size_t n,
              mp_ptr scratch)
{
  comba_mod_nu_rest (k, np, scratch, t, pp, n, scratch + n);
}
