/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by several quotient limbs a step.

   A block of w limbs of the quotient comes from the product of the w + 1 highest limbs of the partial
   remainder with the reciprocal of the w + 1 highest limbs of D.  The lowest limb of that product is a
   fraction that is right up to a few units, so the block is hardly ever wrong, and then by one unit.
   The block times D is subtracted by adding its product with beta^dn - D, which kernels do in place. */

#include "div/div.h"
#include <string.h>

enum { MOST = COMBA_DIV_BLOCK, X = MOST + 1 };

/* qp[0..w-1] and np[0..dn-1] = the quotient and the remainder of np[0..dn+w-1], whose dn highest
   limbs are below D. */
static void
divide_block (const struct comba_config *k, mp_ptr qp, mp_size_t w, mp_ptr np, mp_srcptr dp, mp_size_t dn,
              mp_srcptr complement, mp_srcptr xp)
{
  const mp_srcptr up = np + dn - 1, x = xp + X - (w + 1);
  mp_limb_t product[2 * X];
  if (likely (w < k->mul_n_max))
    k->mul_n[w + 1] (product, up, w + 1, x);
  else
    k->mul_basecase (product, up, w + 1, x, w + 1);
  /* The block is copied later, when its limbs have left the store buffer. */
  const mp_ptr q = product + w + 2;
  if (unlikely (comba_add_n (product + w + 1, product + w + 1, up, w + 1) != 0))
    memset (q, 0xff, (size_t) w * sizeof (mp_limb_t));

  /* Adding q (beta^dn - D) leaves N too large by q beta^dn, whose lowest limb TOP takes off.  np[dn]
     is read first: add_mul_by overwrites it. */
  mp_limb_t top = np[dn] - q[0];
  k->add_mul_by[w] (np, complement, dn, q);
  memcpy (qp, q, (size_t) w * sizeof (mp_limb_t));
  top += np[dn];
  for (; unlikely (top >> (GMP_LIMB_BITS - 1) != 0); top += comba_add_n (np, np, dp, dn))
    comba_sub_1_var (qp, w, 1);
  while (unlikely (top != 0 || np[dn - 1] >= dp[dn - 1]))
    {
      if (top == 0 && comba_cmp_var (np, dp, dn) < 0)
        break;
      comba_add_1_var (qp, w, 1);
      top -= comba_sub_n (np, np, dp, dn);
    }
}

mp_limb_t
comba_div_qr_blocks (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
                     mp_limb_t inverse, mp_srcptr complement, mp_srcptr xp)
{
  ASSERT (nn >= dn && dn > MOST && dp[dn - 1] >> (GMP_LIMB_BITS - 1) == 1 && comba_div_has_blocks (k));
  const mp_size_t qn = nn - dn;
  struct comba_row_blocks s = { .w = 0 };
  if (qn > 0)
    s = comba_row_blocks (k->add_mul_by, qn);
  if (s.w == 0)
    s = (struct comba_row_blocks) { .w = MOST, .count = qn / MOST };
  mp_size_t at = s.count * s.w - s.narrow;
  const mp_limb_t qh = comba_div_qr_basecase (k, qp + at, np + at, nn - at, dp, dn, inverse);
  for (mp_size_t i = 0; i < s.count; i++)
    {
      const mp_size_t w = s.w - (i < s.narrow);
      at -= w;
      divide_block (k, qp + at, w, np + at, dp, dn, complement, xp);
    }
  return qh;
}

void
comba_div_block_reciprocal (mp_ptr xp, mp_srcptr dp, mp_size_t dn)
{
  mp_limb_t n[2 * X], q[X + 1], rest[X];
  dp += dn - X;
  memset (n, 0xff, X * sizeof (mp_limb_t));
  for (mp_size_t i = 0; i < X; i++)
    n[X + i] = ~dp[i];
  comba_div_qr_few (q, rest, n, 2 * X, dp, X, comba_div_inverse_of (dp, X));
  memcpy (xp, q, X * sizeof (mp_limb_t));
}

void
comba_div_complement (mp_ptr cp, mp_srcptr dp, mp_size_t n)
{
  comba_com (cp, dp, n);
  comba_add_1_var (cp, n, 1);
}
