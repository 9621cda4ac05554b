/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division from the low end, by rows and by halves. */

#include "div/bdiv.h"
#include "div/div.h"
#include "arith/limb_pair.h"
#include "mul/mul.h"

struct divisor
{
  const struct comba_config *k;
  mp_srcptr dp;
  mp_limb_t inverse;            /* of dp[0] modulo beta */
  mp_ptr product;
};

static int
is_rows (const struct divisor *v, mp_size_t n)
{
  return n < v->k->thresholds.bdiv_recursive || n < 2;
}

/* np[0..n-1] = np - D q for n limbs of D; returns the borrow. */
static mp_limb_t
submul (const struct divisor *v, mp_ptr np, mp_size_t n, mp_limb_t q)
{
  return comba_div_submul_1 (v->k, n) (np, v->dp, n, q);
}

/* np[0..nn-1] = np - A B for A = ap[0..an-1], B = bp[0..bn-1], an + bn limbs or the lowest nn of
   them; returns the borrow. */
static mp_limb_t
subtract_product (const struct divisor *v, mp_ptr np, mp_size_t nn, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                  mp_size_t bn)
{
  if (an == 0 || bn == 0)
    return 0;
  comba_mul_unordered (v->k, v->product, ap, an, bp, bn);
  return comba_sub_in_var (np, nn, v->product, an + bn < nn ? an + bn : nn);
}

/* qp[0..n-1] = N / D mod beta^n, and np[n..2n-1] = the borrow's complement of (N - Q D) / beta^n, for
   the n lowest limbs of D and N = np[0..2n-1]; returns the borrow. */
static mp_limb_t
divide (const struct divisor *v, mp_ptr qp, mp_ptr np, mp_size_t n)
{
  mp_limb_t borrow = 0;
  if (is_rows (v, n))
    {
      for (mp_size_t i = 0; i < n; i++)
        {
          qp[i] = np[i] * v->inverse;
          const mp_limb_t less = submul (v, np + i, n, qp[i]), x = np[i + n] - less;
          const mp_limb_t more = np[i + n] < less;
          np[i + n] = x - borrow;
          borrow = more + (x < borrow);
        }
      return borrow;
    }
  const mp_size_t low = n / 2, high = n - low;
  borrow = comba_sub_1_var (np + 2 * low, 2 * high, divide (v, qp, np, low));
  borrow += subtract_product (v, np + low, n + high, qp, low, v->dp + low, high);
  borrow += comba_sub_1_var (np + n + high, low, divide (v, qp + low, np + low, high));
  return borrow + subtract_product (v, np + n, n, qp + low, high, v->dp + high, low);
}

/* As quotient, by rows, which add multiples of COMPLEMENT = beta^n - D (div/div_qr_basecase.c), unless
   that is NULL.  The quotient of the next row comes from products of the two lowest limbs of D, so
   that it does not wait for the end of the row. */
static ALWAYS_INLINE void
rows (const struct divisor *v, mp_ptr qp, mp_ptr np, mp_size_t n, mp_srcptr complement)
{
  mp_limb_t q = *np * v->inverse;
  for (; n > COMBA_DIVEXACT_FEW; n--, np++)
    {
      const mp_limb_t next = (np[1] - comba_pair_product (q, v->dp[0]).high - q * v->dp[1]) * v->inverse;
      if (complement != NULL)
        v->k->addmul_1 (np, complement, n, q);
      else
        submul (v, np, n, q);
      *qp++ = q;
      q = next;
    }
  if (n > 1)
    comba_divexact_few (qp, np, n, v->dp, n);
  else
    *qp = q;
}

static void __attribute__ ((noinline))
rows_adding (const struct divisor *v, mp_ptr qp, mp_ptr np, mp_size_t n)
{
  mp_limb_t complement[n];
  comba_div_complement (complement, v->dp, n);
  rows (v, qp, np, n, complement);
}

/* The last COMBA_DIVEXACT_FEW limbs are not by rows: there must be as many others. */
static void
quotient_rows (const struct divisor *v, mp_ptr qp, mp_ptr np, mp_size_t n)
{
  if (n >= 2 * COMBA_DIVEXACT_FEW && comba_div_is_adding (v->k, n))
    rows_adding (v, qp, np, n);
  else
    rows (v, qp, np, n, NULL);
}

/* qp[0..n-1] = N / D mod beta^n for the n lowest limbs of both. */
static void
quotient (const struct divisor *v, mp_ptr qp, mp_ptr np, mp_size_t n)
{
  for (; !is_rows (v, n);)
    {
      const mp_size_t low = n / 2, high = n - low;
      comba_sub_1_var (np + 2 * low, high - low, divide (v, qp, np, low));
      subtract_product (v, np + low, high, qp, low, v->dp + low, high);
      qp += low, np += low, n = high;
    }
  quotient_rows (v, qp, np, n);
}

void
comba_bdiv_q_recursive (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t n, mp_srcptr dp,
                        mp_size_t dn, mp_ptr scratch)
{
  ASSERT (n >= 1 && dn >= 1 && (dp[0] & 1) != 0);
  const struct divisor v = { k, dp, comba_inverse_limb (dp[0]), scratch };
  if (scratch == NULL || dn < k->thresholds.bdiv_recursive)
    {
      mp_limb_t less = 0;       /* from np[dn] */
      for (; n > dn; n--, np++)
        {
          *qp = *np * v.inverse;
          const mp_limb_t borrow = submul (&v, np, dn, *qp++), x = np[dn], y = x - borrow;
          np[dn] = y - less;
          less = (x < borrow) + (y < less);
        }
      quotient_rows (&v, qp, np, n);
      return;
    }
  for (mp_size_t block; n > dn; qp += block, np += block, n -= block)
    {
      block = n - dn < dn ? n - dn : dn;
      comba_sub_1_var (np + 2 * block, n - 2 * block, divide (&v, qp, np, block));
      subtract_product (&v, np + block, n - block, qp, block, dp + block, dn - block);
    }
  quotient (&v, qp, np, n);
}
