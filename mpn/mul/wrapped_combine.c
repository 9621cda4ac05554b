/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The number whose residues modulo beta^k + 1 and beta^m - 1 are p and q: p + (beta^k + 1) w, where
   w = (q - p) / (beta^k + 1) modulo beta^m - 1.

   With y = beta^j and m = 3j, half of 1 + y + y^2 - 2 y^r is the inverse of y^r + 1, r = 1 or 2,
   modulo y^3 - 1: (y + 1) (1 - y + y^2) = y^3 + 1 = 2 and (y^2 + 1) (1 + y - y^2) = 1 + y + y^3 -
   y^4 = 2.  With d = q - p, d (1 + y + y^2) is determined by h, d modulo y - 1.

   All steps of a block are done while it is in the first cache: these numbers are longer than the
   second one.  If q - p is 0 modulo beta^m - 1, it is found as 0, not as beta^m - 1: the
   differences below yield that only if q is and p is 0. */

#include "mul/wrapped.h"
#include "arith/arith.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

enum { BLOCK = 256 };

static mp_size_t
block_of (mp_size_t limbs)
{
  return limbs < BLOCK ? limbs : BLOCK;
}

/* dp[0..m-1] = dp[0..m-1] - LESS modulo beta^m - 1. */
static void
borrow_wrapped (mp_ptr dp, mp_size_t m, mp_limb_t less)
{
  while (less != 0)
    less = comba_sub_1_var (dp, m, less);
}

/* rp[0..n-1] = ap[0..n-1] - bp[0..n-1] - less; returns the borrow. */
static mp_limb_t
sub_borrow (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t less)
{
  const mp_limb_t borrow = comba_sub_n (rp, ap, bp, n);
  return borrow + comba_sub_1_var (rp, n, less);
}

/* rp[0..n-1] = ap[0..n-1] + bp[0..n-1] + more; returns the carry. */
static mp_limb_t
add_carry (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t more)
{
  const mp_limb_t carry = comba_add_n (rp, ap, bp, n);
  return carry + comba_add_1_var (rp, n, more);
}

/* wp[0..n-1] = the low limbs of (dp[0..n-1] + next beta^n) / 2 */
static void
halve (mp_ptr wp, mp_srcptr dp, mp_size_t n, mp_limb_t next)
{
  comba_rshift (wp, dp, n, 1);
  wp[n - 1] |= next << (GMP_LIMB_BITS - 1);
}

/* k is a multiple of m, so beta^k + 1 is 2.  rp[0..high-1] += w, rp[k..k+high-1] = w, where w is
   (qp[0..m-1] - rp[0..m-1]) / 2 modulo beta^m - 1 and below beta^high.  Returns the carry. */
static mp_limb_t
combine_equal (mp_ptr rp, mp_size_t k, mp_ptr qp, mp_size_t m, mp_size_t high)
{
  mp_limb_t less = comba_cmp_var (qp, rp, m) < 0, carry = 0;    /* end-around borrow */
  const mp_limb_t first = qp[0] - rp[0] - less;
  const mp_ptr w = rp + k;
  for (mp_size_t at = 0, n; at < high; at += n)
    {
      n = block_of (high - at);
      less = sub_borrow (qp + at, qp + at, rp + at, n, less);
      halve (w + at, qp + at, n, at + n < m ? qp[at + n] - rp[at + n] - less : first);
      carry = add_carry (rp + at, rp + at, w + at, n, carry);
    }
  return carry;
}

/* dp[0..3j-1] = dp - pp[0..k-1], k = 2j or 3j, and hp[0..j-1] == dp modulo y - 1. */
static void
subtract_and_fold (mp_ptr hp, mp_ptr dp, mp_srcptr pp, mp_size_t k, mp_size_t j)
{
  mp_limb_t borrow[3] = { 0, 0, 0 }, carry = 0;
  for (mp_size_t at = 0, n; at < j; at += n)
    {
      n = block_of (j - at);
      for (mp_size_t i = 0; i * j < k; i++)
        borrow[i] = sub_borrow (dp + i * j + at, dp + i * j + at, pp + i * j + at, n, borrow[i]);
      carry = add_carry (hp + at, dp + at, dp + j + at, n, carry);
      carry += comba_add_n (hp + at, hp + at, dp + 2 * j + at, n);
    }
  mp_limb_t less = borrow[2];
  for (mp_size_t i = 0; i < 2; i++)
    less += comba_sub_1_var (dp + (i + 1) * j, (2 - i) * j, borrow[i]);
  borrow_wrapped (dp, 3 * j, less);
  borrow_wrapped (hp, j, borrow[0] + borrow[1] + borrow[2]);
  while (carry != 0)
    carry = comba_add_1_var (hp, j, carry);
}

/* dp[0..3j-1] = d / (y^r + 1) modulo y^3 - 1, where hp[0..j-1] == d modulo y - 1.  hp is
   destroyed.  third[0..BLOCK-1] is scratch. */
static void
divide_by_binomial (mp_ptr dp, mp_size_t j, int r, mp_ptr hp, mp_ptr third)
{
  const mp_limb_t first = hp[0];
  mp_limb_t borrow[3] = { 0, 0, 0 }, less = 0;
  for (mp_size_t at = 0, n; at < j; at += n)
    {
      n = block_of (j - at);
      halve (hp + at, hp + at, n, at + n < j ? hp[at + n] : first);
      /* Each third replaces a third of d that no later one needs. */
      borrow[0] = sub_borrow (third, hp + at, dp + (3 - r) * j + at, n, borrow[0]);
      for (int times = 0, i = 3 - r; times < 2; times++, i = 3 - i)
        borrow[i] = sub_borrow (dp + i * j + at, hp + at, dp + (i + 3 - r) % 3 * j + at, n, borrow[i]);
      memcpy (dp + at, third, BYTES (n));
    }
  for (mp_size_t i = 0; i < 3; i++)
    less += comba_sub_1_var (dp + (i + 1) * j, (2 - i) * j, borrow[i]);
  borrow_wrapped (dp, 3 * j, less);
}

/* rp[0..m-1] += w, and rp[k..k+high-1] = w[0..high-1].  Returns the carry. */
static mp_limb_t
add_and_copy (mp_ptr rp, mp_size_t k, mp_srcptr w, mp_size_t m, mp_size_t high)
{
  mp_limb_t carry = 0;
  for (mp_size_t at = 0, n; at < m; at += n)
    {
      n = block_of (m - at);
      carry = add_carry (rp + at, rp + at, w + at, n, carry);
      if (at < high)
        memcpy (rp + k + at, w + at, BYTES (n < high - at ? n : high - at));
    }
  return carry;
}

size_t
comba_wrapped_combine_itch (mp_size_t m)
{
  return (size_t) m / 3 + BLOCK;
}

void
comba_wrapped_combine (mp_ptr rp, mp_size_t rn, mp_srcptr pp, mp_limb_t p_top, mp_size_t k, mp_ptr qp, mp_size_t m,
                       mp_ptr scratch)
{
  ASSERT (k < rn && m < rn && rp == (k >= m ? pp : qp));
  for (mp_size_t i = m; i < k; i += m)
    borrow_wrapped (qp, m, comba_sub_in_var (qp, m, pp + i, k - i < m ? k - i : m));
  if (p_top != 0)
    borrow_wrapped (qp, m, comba_sub_1_var (qp + k % m, m - k % m, 1));
  const mp_size_t high = m < rn - k ? m : rn - k;       /* w is below beta^high */
  if (k % m == 0)
    {
      const mp_limb_t carry = combine_equal (rp, k, qp, m, high);
      comba_add_1_var (rp + high, rn - high, carry);
    }
  else
    {
      const mp_size_t j = m / 3;
      subtract_and_fold (scratch, qp, pp, k < m ? k : m, j);
      divide_by_binomial (qp, j, (int) (k % m / j), scratch, scratch + j);
      if (k > m)
        {
          const mp_limb_t carry = add_and_copy (rp, k, qp, m, high);
          comba_add_1_var (rp + m, rn - m, carry);
        }
      else                      /* rp is w, and k is 2j */
        {
          memcpy (rp + m, rp + j, BYTES (rn - m));
          comba_add_1_var (rp + m, rn - m, comba_add_n (rp + k, rp + k, rp, j));
          comba_add_in_var (rp, rn, pp, k);
        }
    }
  comba_add_1_var (rp + k, rn - k, p_top);
}
