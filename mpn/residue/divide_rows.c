/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division row by row.

   Each quotient is taken from the top limbs, so a row would have to wait for the carries of the
   previous row to arrive there.  Instead its three upper limbs are computed separately, from
   products of q and the four upper limbs of D.  They are one or two units too large at most, so the
   quotient is hardly ever wrong, and never too small.  (Quotients of three limbs by two: Moeller
   and Granlund, Improved division by invariant integers, IEEE Trans.  Comput. 60, 2011.)

   For short D a row still waits longer for its quotient than it takes.  Much longer operands are
   therefore first reduced in blocks of w limbs, which need no quotients: with F = beta^(n+w) mod D
   the product of the w highest limbs and F replaces them, w limbs down.  F itself takes w rows, and
   so does the last block. */

#include "residue/divide_rows.h"
#include "arith/limb_steps.h"
#include "arith/arith.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* Algorithm 6 of that paper. */
static mp_limb_t
reciprocal_of (mp_limb_t d1, mp_limb_t d0)
{
  mp_limb_t p;
  mp_limb_t v = comba_divide_limbs (~d1, COMBA_LIMB_MAX, d1, &p);
  p = d1 * v + d0;
  if (p < d0)
    {
      v--;
      if (p >= d1)
        {
          v--;
          p -= d1;
        }
      p -= d1;
    }
  comba_dlimb t = (comba_dlimb) v * d0;
  p += COMBA_HIGH (t);
  if (p < COMBA_HIGH (t))
    {
      v--;
      if (p > d1 || (p == d1 && (mp_limb_t) t >= d0))
        v--;
    }
  return v;
}

/* Two limbs.  (Compilers pass double limbs through memory.) */
struct pair
{
  mp_limb_t high, low;
};

static ALWAYS_INLINE struct pair
less (struct pair x, mp_limb_t high, mp_limb_t low)
{
  return (struct pair) { .high = x.high - high - (x.low < low), .low = x.low - low };
}

/* The quotient of u beta + low by the two upper limbs of D, where u is smaller than these; u
   becomes the remainder.  Algorithm 4 of that paper. */
static ALWAYS_INLINE mp_limb_t
quotient (const struct comba_divisor *d, struct pair *u, mp_limb_t low)
{
  const mp_limb_t d1 = d->high, d0 = d->low;
  mp_limb_t q0, t0, q1 = comba_multiply_limbs (d->reciprocal, u->high, &q0);
  q0 += u->low;
  q1 += u->high + (q0 < u->low);
  struct pair r = { .high = u->low - q1 * d1, .low = low };
  mp_limb_t t1 = comba_multiply_limbs (q1, d0, &t0);
  r = less (less (r, d1, d0), t1, t0);
  mp_limb_t back = -(mp_limb_t) (r.high >= q0);
  q1 += 1 + back;
  r.low += d0 & back;
  r.high += (d1 & back) + (r.low < (d0 & back));
  if (unlikely (r.high > d1 || (r.high == d1 && r.low >= d0)))
    {
      q1++;
      r = less (r, d1, d0);
    }
  *u = r;
  return q1;
}

/* rp[0..n] -= q D, by adding q (beta^n - D); returns rp[n] after that: zero, or negative if q is
   too large. */
static ALWAYS_INLINE mp_limb_t
row (const struct comba_divisor *d, mp_ptr rp, mp_limb_t q)
{
  return rp[d->n] + d->addmul_1 (rp, d->complement, d->n, q) - q;
}

/* The three limbs below UP, as they are in memory. */
static ALWAYS_INLINE struct pair
upper (mp_srcptr up, mp_limb_t *low)
{
  *low = up[-3];
  return (struct pair) { .high = up[-1], .low = up[-2] };
}

void
comba_divisor_reduce (const struct comba_divisor *d, mp_ptr tp, mp_size_t rows)
{
  mp_ptr rp = tp + rows;
  mp_limb_t low;
  struct pair u = upper (rp + d->n, &low);
  while (rp != tp)
    {
      mp_limb_t top;
      rp--;
      if (unlikely (u.high != rp[d->n]))        /* overflow: q is one unit too large */
        u = upper (rp + d->n + 1, &low);
      if (likely (u.high < d->high || (u.high == d->high && u.low < d->low)))
        {
          mp_limb_t q = quotient (d, &u, low), third, fourth;
          mp_limb_t above = comba_multiply_limbs (q, d->third, &third);
          mp_limb_t more = comba_multiply_limbs (q, d->fourth, &fourth);
          third += more;
          low = rp[d->n - 3] - third;
          u = less (u, 0, above + (third < more) + (rp[d->n - 3] < third));
          top = row (d, rp, q);
          if (likely (top == 0))
            continue;
        }
      else
        top = row (d, rp, COMBA_LIMB_MAX);
      while (top != 0)
        top += comba_add_n (rp, rp, d->d, d->n);
      u = upper (rp + d->n, &low);
    }
}

/* D and beta^n - D. */
static void
make_divisor (mp_ptr dp, mp_ptr complement, mp_srcptr pp, mp_size_t n, int s)
{
  if (s == 0)
    memcpy (dp, pp, BYTES (n));
  else
    comba_lshift (dp, pp, n, s);
  mp_limb_t borrow = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      complement[i] = -dp[i] - borrow;
      borrow |= dp[i] != 0;
    }
}

struct comba_divisor
comba_divisor_of (const struct comba_config *k, mp_srcptr dp, mp_srcptr complement, mp_size_t n,
                  int shift, mp_limb_t reciprocal)
{
  return (struct comba_divisor) {
    .addmul_1 = k->addmul_1,
    .by_block = COMBA_DIVISOR_BLOCK <= k->mul_by_max ? k->mul_by[COMBA_DIVISOR_BLOCK] : NULL,
    .n = n,
    .shift = shift,
    .d = dp,
    .complement = complement,
    .high = dp[n - 1],
    .low = dp[n - 2],
    .third = dp[n - 3],
    .fourth = n > 3 ? dp[n - 4] : 0,
    .reciprocal = reciprocal,
  };
}

struct comba_divisor
comba_divisor_init (const struct comba_config *k, mp_ptr dp, mp_ptr complement, mp_srcptr pp,
                    mp_size_t n)
{
  ASSERT (n >= 3 && pp[n - 1] != 0);
  const int s = __builtin_clzll (pp[n - 1]) - (64 - GMP_LIMB_BITS);
  make_divisor (dp, complement, pp, n, s);
  return comba_divisor_of (k, dp, complement, n, s, reciprocal_of (dp[n - 1], dp[n - 2]));
}

void
comba_divisor_subtract (const struct comba_divisor *d, mp_ptr xp)
{
  if (comba_cmp_var (xp, d->d, d->n) >= 0)
    comba_sub_n (xp, xp, d->d, d->n);
}

/* X mod P is (2^s X mod D) / 2^s. */
void
comba_divisor_decode (const struct comba_divisor *d, mp_ptr rp, mp_srcptr xp, mp_size_t xn, mp_ptr tp)
{
  const mp_size_t n = d->n;
  if (xn < n)
    {
      memmove (rp, xp, BYTES (xn));
      memset (rp + xn, 0, BYTES (n - xn));
    }
  else if (d->shift == 0)
    {
      memcpy (rp, xp, BYTES (n));
      comba_divisor_subtract (d, rp);
    }
  else
    {
      tp[n] = xp[n - 1] >> (GMP_LIMB_BITS - d->shift);
      comba_lshift (tp, xp, n, d->shift);
      comba_divisor_reduce (d, tp, 1);
      comba_rshift (rp, tp, n, d->shift);
    }
}

enum { W = COMBA_DIVISOR_BLOCK, MAX = COMBA_DIVISOR_BLOCKS_MAX };

/* fp[0..n-1] = F; fp has w more limbs.  beta^n mod D is the complement of D, or zero. */
static void
make_factor (const struct comba_divisor *d, mp_ptr fp)
{
  memset (fp, 0, BYTES (W));
  memcpy (fp + W, d->complement, BYTES (d->n));
  comba_divisor_subtract (d, fp + W);
  comba_divisor_reduce (d, fp, W);
}

/* xp[0..n+w-1] == bp[0..bn-1] (mod D), bn > n + w. */
static void
take_blocks (const struct comba_divisor *d, mp_ptr xp, mp_srcptr bp, mp_size_t bn)
{
  const mp_size_t n = d->n, upper = (bn - n - 1) % W + 1;
  mp_limb_t factor[MAX + W], product[MAX + W];
  make_factor (d, factor);
  bn -= n + upper;
  memcpy (xp, bp + bn, BYTES (n + upper));
  memset (xp + n + upper, 0, BYTES (W - upper));
  while (bn > 0)
    {
      d->by_block (product, factor, n, xp + n);
      bn -= W;
      memmove (xp + W, xp, BYTES (n));
      memcpy (xp, bp + bn, BYTES (W));
      /* After a carry there is room for F, which is below beta^n. */
      if (comba_add_n (xp, xp, product, n + W) != 0 && comba_add_n (xp, xp, factor, n) != 0)
        comba_add_1_var (xp + n, W, 1);
    }
}

static void
encode (const struct comba_divisor *d, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_ptr tp)
{
  const mp_size_t n = d->n;
  mp_size_t taken = bn < n ? bn : n;
  bn -= taken;
  memcpy (rp, bp + bn, BYTES (taken));
  memset (rp + taken, 0, BYTES (n - taken));
  comba_divisor_subtract (d, rp);
  for (; bn > 0; bn -= taken)
    {
      taken = bn < n ? bn : n;
      memcpy (tp, bp + bn - taken, BYTES (taken));
      memcpy (tp + taken, rp, BYTES (n));
      comba_divisor_reduce (d, tp, taken);
      memcpy (rp, tp, BYTES (n));
    }
}

/* A separate function, so that others do not pay for the stack. */
static void __attribute__ ((noinline))
encode_by_blocks (const struct comba_divisor *d, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_ptr tp)
{
  mp_limb_t shorter[MAX + W];
  take_blocks (d, shorter, bp, bn);
  encode (d, rp, shorter, d->n + W, tp);
}

void
comba_divisor_encode (const struct comba_divisor *d, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                     mp_ptr tp)
{
  if (d->by_block != NULL && comba_divisor_by_blocks (d->n, bn))
    encode_by_blocks (d, rp, bp, bn, tp);
  else
    encode (d, rp, bp, bn, tp);
}

void
comba_divisor_mul_limb (const struct comba_divisor *d, mp_ptr zp, mp_srcptr xp, mp_limb_t c,
                        mp_ptr tp)
{
  const mp_size_t n = d->n;
  memset (tp, 0, BYTES (n));
  tp[n] = d->addmul_1 (tp, xp, n, c);
  comba_divisor_subtract (d, tp + 1);
  comba_divisor_reduce (d, tp, 1);
  memcpy (zp, tp, BYTES (n));
}

void
comba_mul_limb_once (const struct comba_config *k, mp_ptr zp, mp_srcptr xp, mp_limb_t c,
                     mp_srcptr pp, mp_size_t n, mp_ptr tp)
{
  const struct comba_divisor d = comba_divisor_init (k, tp, tp + n, pp, n);
  comba_divisor_mul_limb (&d, zp, xp, c, tp + 2 * n);
}
