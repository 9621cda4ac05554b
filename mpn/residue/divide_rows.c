/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division row by row (arith/quotient_rows.h).

   For short D a row still waits longer for its quotient than it takes.  Much longer operands are
   therefore first reduced in blocks of w limbs, which need no quotients: with F = beta^(n+w) mod D
   the product of the w highest limbs and F replaces them, w limbs down.  F itself takes w rows, and
   so does the last block. */

#include "residue/divide_rows.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

void
comba_divisor_reduce (const struct comba_divisor *d, mp_ptr tp, mp_size_t rows)
{
  comba_quotient_rows (&d->rows, NULL, tp, rows);
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
    .rows = comba_row_divisor_of (k->addmul_1, dp, complement, n, reciprocal),
    .by_block = COMBA_DIVISOR_BLOCK <= k->mul_by_max ? k->mul_by[COMBA_DIVISOR_BLOCK] : NULL,
    .shift = shift,
  };
}

struct comba_divisor
comba_divisor_init (const struct comba_config *k, mp_ptr dp, mp_ptr complement, mp_srcptr pp,
                    mp_size_t n)
{
  ASSERT (n >= 3 && pp[n - 1] != 0);
  const int s = __builtin_clzll (pp[n - 1]) - (64 - GMP_LIMB_BITS);
  make_divisor (dp, complement, pp, n, s);
  return comba_divisor_of (k, dp, complement, n, s, comba_inverse_3by2 (dp[n - 1], dp[n - 2]));
}

void
comba_divisor_subtract (const struct comba_divisor *d, mp_ptr xp)
{
  const struct comba_row_divisor *rows = &d->rows;
  if (comba_cmp_var (xp, rows->dp, rows->n) >= 0)
    comba_sub_n (xp, xp, rows->dp, rows->n);
}

/* X mod P is (2^s X mod D) / 2^s. */
void
comba_divisor_decode (const struct comba_divisor *d, mp_ptr rp, mp_srcptr xp, mp_size_t xn, mp_ptr tp)
{
  const mp_size_t n = d->rows.n;
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
  memcpy (fp + W, d->rows.complement, BYTES (d->rows.n));
  comba_divisor_subtract (d, fp + W);
  comba_divisor_reduce (d, fp, W);
}

/* xp[0..n+w-1] == bp[0..bn-1] (mod D), bn > n + w. */
static void
take_blocks (const struct comba_divisor *d, mp_ptr xp, mp_srcptr bp, mp_size_t bn)
{
  const mp_size_t n = d->rows.n, upper = (bn - n - 1) % W + 1;
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
  const mp_size_t n = d->rows.n;
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
  encode (d, rp, shorter, d->rows.n + W, tp);
}

void
comba_divisor_encode (const struct comba_divisor *d, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                     mp_ptr tp)
{
  if (d->by_block != NULL && comba_divisor_by_blocks (d->rows.n, bn))
    encode_by_blocks (d, rp, bp, bn, tp);
  else
    encode (d, rp, bp, bn, tp);
}

void
comba_divisor_mul_limb (const struct comba_divisor *d, mp_ptr zp, mp_srcptr xp, mp_limb_t c,
                        mp_ptr tp)
{
  const mp_size_t n = d->rows.n;
  memset (tp, 0, BYTES (n));
  ASSERT (d->rows.complement != NULL);   /* so ROW is an addmul_1 */
  tp[n] = d->rows.row (tp, xp, n, c);
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
