/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Schoolbook division, a quotient limb a row.

   Each quotient is taken from the top limbs, so a row would have to wait for the carries of the
   previous row to arrive there.  Instead its three upper limbs are computed separately, from
   products of q and the four upper limbs of D.  They are one or two units too large at most, so the
   quotient is hardly ever wrong, and never too small. */

#ifndef COMBA_ARITH_QUOTIENT_ROWS_H
#define COMBA_ARITH_QUOTIENT_ROWS_H

#include "arith/arith.h"
#include "arith/quotient_3by2.h"

/* D = dp[0..n-1], n >= 3, whose top bit is set.  Either COMPLEMENT is beta^n - D and ROW an addmul_1,
   or COMPLEMENT is NULL and ROW a submul_1. */
struct comba_row_divisor
{
  comba_addmul_1_fn *row;
  mp_srcptr dp, complement;
  mp_size_t n;
  struct comba_pair high, next; /* D's four upper limbs; zero where n is smaller */
  mp_limb_t inverse;            /* comba_inverse_3by2 of the two highest */
};

static ALWAYS_INLINE struct comba_row_divisor
comba_row_divisor_of (comba_addmul_1_fn *row, mp_srcptr dp, mp_srcptr complement, mp_size_t n, mp_limb_t inverse)
{
  return (struct comba_row_divisor) {
    .row = row, .dp = dp, .complement = complement, .n = n, .inverse = inverse,
    .high = { .high = dp[n - 1], .low = dp[n - 2] },
    .next = { .high = dp[n - 3], .low = n > 3 ? dp[n - 4] : 0 },
  };
}

/* rp[0..n] -= q D; returns rp[n] after that: zero, or negative if q is too large.  The addmul_1
   adds q beta^n more, and must carry out exactly that. */
static ALWAYS_INLINE mp_limb_t
comba_row_subtract (const struct comba_row_divisor *d, mp_ptr rp, mp_limb_t q)
{
  return d->complement != NULL ? rp[d->n] + d->row (rp, d->complement, d->n, q) - q : rp[d->n] - d->row (rp, d->dp, d->n, q);
}

/* The three limbs below UP, as they are in memory. */
static ALWAYS_INLINE struct comba_pair
comba_rows_upper (mp_srcptr up, mp_limb_t *low)
{
  *low = up[-3];
  return (struct comba_pair) { .high = up[-1], .low = up[-2] };
}

/* rp[0..n-1] = rp[0..n+rows-1] mod D, and qp[0..rows-1] the quotient, unless qp is NULL.
   rows >= 0; requires rp[rows..n+rows-1] < D.  Clobbers rp[n..n+rows-1].  Nothing overlaps.  No
   scratch.  Time depends on the values.
   Moeller and Granlund, "Improved division by invariant integers" (2011). */
static ALWAYS_INLINE void
comba_quotient_rows (const struct comba_row_divisor *d, mp_ptr qp, mp_ptr rp, mp_size_t rows)
{
  const mp_size_t n = d->n;
  mp_limb_t low;
  struct comba_pair u = comba_rows_upper (rp + rows + n, &low);
  rp += rows;
  while (rows-- > 0)
    {
      mp_limb_t q = COMBA_LIMB_MAX, top;
      rp--;
      if (unlikely (u.high != rp[n]))           /* overflow: q is one unit too large */
        u = comba_rows_upper (rp + n + 1, &low);
      if (likely (comba_pair_below (u, d->high)))
        {
          q = comba_quotient_3by2 (&u, low, d->high, d->inverse);
          const mp_limb_t fourth = comba_pair_product (q, d->next.low).high;
          const struct comba_pair third = comba_pair_add_limb (comba_pair_product (q, d->next.high), fourth);
          low = rp[n - 3];
          u = comba_pair_sub (u, (struct comba_pair) { .low = third.high + (low < third.low) });
          low -= third.low;
          top = comba_row_subtract (d, rp, q);
          if (qp != NULL)
            qp[rows] = q;
          if (likely (top == 0))
            continue;
        }
      else
        top = comba_row_subtract (d, rp, q);
      for (; top != 0; q--)     /* q is too large */
        top += comba_add_n (rp, rp, d->dp, n);
      if (qp != NULL)
        qp[rows] = q;
      u = comba_rows_upper (rp + n, &low);
    }
}

#endif
