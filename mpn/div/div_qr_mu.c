/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division in blocks of the quotient.  With the reciprocal beta^in + X of the in highest limbs of D,
   a block is the product of the partial remainder's highest limbs with the reciprocal.  The high
   part of that block times D is known, so the product is needed modulo a number above beta^dn only. */

#include "div/div_qr_mu.h"
#include "div/reciprocal.h"
#include "mul/factor.h"
#include "arith/scratch.h"

struct sizes
{
  mp_size_t in;                 /* of a block and of the reciprocal */
  size_t reciprocal;            /* memory in limbs */
  struct comba_factor_way x, d; /* the products with the reciprocal and with D */
  size_t product, kept, all;    /* limbs */
};

/* Blocks are equally long.  A quotient as long as the divisor has two: a reciprocal of half the size
   saves more than the second pair of products takes.  In little memory no transform is kept, and
   blocks of a longer quotient are shorter. */
static struct sizes
sizes_of (const struct comba_config *k, mp_size_t qn, mp_size_t dn, int threads, int in_little)
{
  const mp_size_t blocks = qn > dn ? in_little ? (3 * qn - 1) / (2 * dn) + 1 : (qn - 1) / dn + 1
                           : 3 * qn > dn && qn >= 2 * COMBA_DIV_MU_MIN ? 2 : 1;
  const size_t most = in_little ? 0 : SIZE_MAX;
  struct sizes s = { .in = (qn - 1) / blocks + 1 };
  s.reciprocal = in_little ? COMBA_DIV_MU_LITTLE (dn) - (size_t) s.in : SIZE_MAX;
  s.x = comba_factor_way_within (k, 2 * s.in, s.in, s.in, threads, most);
  s.d = comba_factor_way_within (k, dn + 1, dn, s.in, threads, most);
  s.product = comba_larger (s.x.m, s.d.m);
  s.kept = s.x.kept + s.d.kept;
  s.all = s.in + comba_larger (comba_reciprocal_itch (k, s.in, threads, s.reciprocal),
                         s.product + COMBA_ALIGNED_LIMBS + s.kept + comba_larger (s.x.itch, s.d.itch));
  return s;
}

size_t
comba_div_qr_mu_itch (const struct comba_config *k, mp_size_t nn, mp_size_t dn, int threads, int in_little)
{
  return sizes_of (k, nn - dn, dn, threads, in_little).all;
}

struct division
{
  const struct comba_config *k;
  struct comba_factor x, d;
  mp_ptr product, scratch;
};

void
comba_div_mu_quotient (mp_ptr qp, mp_size_t n, mp_srcptr pp, mp_srcptr up)
{
  if (comba_add_n (qp, pp, up, n) != 0)
    for (mp_size_t i = 0; i < n; i++)
      qp[i] = COMBA_LIMB_MAX;
}

/* Q D - N is a few times D and of either sign. */
void
comba_div_mu_remainder (const struct comba_factor *d, mp_ptr qp, mp_size_t n, mp_ptr np, mp_ptr pp)
{
  const mp_size_t dn = d->bn;
  comba_factor_sub (d, pp, np, dn + n, 0);
  comba_factor_to_signed (d, pp);
  for (mp_size_t i = 0; i < dn; i++)
    np[i] = ~pp[i];
  mp_limb_t top = ~pp[dn] + comba_add_1_var (np, dn, 1);
  while (top >> (GMP_LIMB_BITS - 1) != 0)
    {
      comba_sub_1_var (qp, n, 1);
      top += comba_add_n (np, np, d->bp, dn);
    }
  while (top != 0 || comba_cmp_var (np, d->bp, dn) >= 0)
    {
      comba_add_1_var (qp, n, 1);
      top -= comba_sub_n (np, np, d->bp, dn);
    }
}

/* qp[0..n-1] and np[0..dn-1] = the quotient and the remainder of np[0..dn+n-1] by D, for a quotient
   below beta^n, n <= in. */
static void
divide_block (const struct division *v, mp_ptr qp, mp_size_t n, mp_ptr np)
{
  const mp_size_t in = v->x.bn, dn = v->d.bn;
  const mp_ptr p = v->product;
  comba_factor_product (&v->x, p, np + dn, n, v->scratch);
  comba_div_mu_quotient (qp, n, p + in, np + dn);
  comba_factor_product (&v->d, p, qp, n, v->scratch);
  comba_div_mu_remainder (&v->d, qp, n, np, p);
}

mp_limb_t
comba_div_qr_mu (const struct comba_config *k, const struct comba_pool *pool, mp_ptr qp, mp_ptr np,
                 mp_size_t nn, mp_srcptr dp, mp_size_t dn, int in_little, mp_ptr memory)
{
  const mp_size_t qn = nn - dn;
  ASSERT (dn >= COMBA_DIV_MU_MIN && qn >= COMBA_DIV_MU_MIN && dp[dn - 1] >> (GMP_LIMB_BITS - 1) == 1);
  const struct sizes s = sizes_of (k, qn, dn, pool->threads, in_little);
  const mp_ptr x = memory, product = x + s.in, x_kept = comba_align (product + s.product);
  comba_reciprocal (k, pool, x, dp + dn - s.in, s.in, s.reciprocal, product);
  struct division v = { .k = k, .product = product, .scratch = x_kept + s.kept };
  comba_factor_set (&v.x, k, pool, &s.x, x, s.in, x_kept);
  comba_factor_set (&v.d, k, pool, &s.d, dp, dn, x_kept + s.x.kept);

  const mp_limb_t qh = comba_cmp_var (np + qn, dp, dn) >= 0;
  if (qh)
    comba_sub_n (np + qn, np + qn, dp, dn);
  for (mp_size_t at = qn; at > 0;)
    {
      const mp_size_t n = at % s.in != 0 ? at % s.in : s.in;
      at -= n;
      divide_block (&v, qp + at, n, np + at);
    }
  return qh;
}
