/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Recursive division: a quotient of 2n by n limbs is two of 3n/2 by n limbs, each of which is one
   of n by n/2 limbs and a product. */

#include "div/div.h"
#include "mul/mul.h"

struct divisor
{
  const struct comba_config *k;
  mp_limb_t inverse;            /* of the two highest limbs, which all parts of the divisor share */
  mp_limb_t reciprocal[2];      /* of the same for comba_div_qr_vectors */
  mp_ptr product;
  const struct comba_room *room;
  mp_limb_t x[COMBA_DIV_BLOCK + 1];     /* for comba_div_qr_blocks */
};

/* The contract of comba_div_qr_basecase, for nn = dn + qn, qn <= dn.  The inner division by the
   qn highest limbs of D yields a quotient that is at most 2 too large. */
static mp_limb_t
divide (const struct divisor *v, mp_ptr qp, mp_size_t qn, mp_ptr np, mp_srcptr dp, mp_size_t dn)
{
  const struct comba_thresholds *t = &v->k->thresholds;
  if (comba_div_is_vectors (v->k, qn, dn))
    return comba_div_qr_vectors (v->k, qp, np, dn + qn, dp, dn, v->reciprocal);
  if (qn < 3 || dn < t->div_recursive || (qn < dn && comba_div_is_narrow (v->k, qn)))
    {
      if (!comba_div_is_blocks (v->k, qn, dn))
        return comba_div_qr_basecase (v->k, qp, np, dn + qn, dp, dn, v->inverse);
      comba_div_complement (v->product, dp, dn);
      return comba_div_qr_blocks (v->k, qp, np, dn + qn, dp, dn, v->inverse, v->product, v->x);
    }
  if (qn == dn)
    {
      const mp_size_t low = qn / 2;
      const mp_limb_t qh = divide (v, qp + low, qn - low, np + low, dp, dn);
      divide (v, qp, low, np, dp, dn);
      return qh;
    }

  const mp_size_t l = dn - qn;
  mp_limb_t qh = divide (v, qp, qn, np + l, dp + l, qn);
  if (v->room != NULL)
    comba_mul_in (v->k, v->product, qp, qn, dp, l, v->room);
  else
    comba_mul_unordered (v->k, v->product, qp, qn, dp, l);
  mp_limb_t borrow = comba_sub_n (np, np, v->product, dn);
  if (qh != 0)
    borrow += comba_sub_n (np + qn, np + qn, dp, l);
  while (borrow != 0)
    {
      qh -= comba_sub_1_var (qp, qn, 1);
      borrow -= comba_add_n (np, np, dp, dn);
    }
  return qh;
}

mp_limb_t
comba_div_qr_recursive (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn,
                        mp_srcptr dp, mp_size_t dn, mp_limb_t inverse, mp_ptr scratch, const struct comba_room *room)
{
  ASSERT (nn >= dn && dn >= 3 && dp[dn - 1] >> (GMP_LIMB_BITS - 1) == 1);
  struct divisor v = { .k = k, .inverse = inverse, .product = scratch, .room = room };
  if (k->div_vectors.div != NULL)
    comba_div_reciprocal_2 (v.reciprocal, dp[dn - 1], dp[dn - 2], inverse);
  if (comba_div_is_blocks (k, dn, dn))
    comba_div_block_reciprocal (v.x, dp, dn);
  const mp_size_t qn = nn - dn, first = qn <= dn ? qn : (qn - 1) % dn + 1;
  mp_size_t at = qn - first;
  const mp_limb_t qh = divide (&v, qp + at, first, np + at, dp, dn);
  for (; at > 0; at -= dn)
    divide (&v, qp + at - dn, dn, np + at - dn, dp, dn);
  return qh;
}
