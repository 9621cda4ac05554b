/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice between schoolbook division, recursive division and a reciprocal. */

#include "div/div.h"
#include "div/div_qr_mu.h"
#include "div/div_pool.h"
#include "mul/factor.h"
#include "arith/scratch.h"

/* Returns whether there was memory.  From LITTLE_FROM limbs of N on, no more than GMP's is asked for. */
static int
by_reciprocal (const struct comba_config *k, mp_limb_t *qh, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp,
               mp_size_t dn, mp_size_t little_from)
{
  const struct comba_pool alone = COMBA_POOL_ALONE (1), *const taken = comba_div_pool_take (k, nn - dn, dn);
  const struct comba_pool *const pool = taken != NULL ? taken : &alone;
  const int flags = taken != NULL ? COMBA_SCRATCH_SHARED : 0;
  struct comba_scratch held;
  const size_t itch = comba_div_qr_mu_itch (k, nn, dn, pool->threads, 0);
  int in_little = nn >= little_from && itch > COMBA_DIV_MU_LITTLE (dn);
  mp_ptr scratch = in_little ? NULL : comba_scratch_get (&held, itch, flags);
  if (scratch == NULL)
    {
      in_little = 1;
      scratch = comba_scratch_get (&held, comba_div_qr_mu_itch (k, nn, dn, pool->threads, 1), flags);
    }
  if (scratch != NULL)
    *qh = comba_div_qr_mu (k, pool, qp, np, nn, dp, dn, in_little, scratch);
  comba_scratch_put (&held);
  if (taken != NULL)
    comba_pool_give ();
  return scratch != NULL;
}

static mp_limb_t
divide (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn, mp_limb_t inverse,
        mp_size_t little_from)
{
  const struct comba_thresholds *t = &k->thresholds;
  const mp_size_t qn = nn - dn, shorter = qn < dn ? qn : dn;
  mp_limb_t qh;
  if (comba_div_is_vectors (k, qn, dn))
    {
      mp_limb_t reciprocal[2];
      comba_div_reciprocal_2 (reciprocal, dp[dn - 1], dp[dn - 2], inverse);
      return comba_div_qr_vectors (k, qp, np, nn, dp, dn, reciprocal);
    }
  if (shorter >= t->div_mu && shorter >= COMBA_DIV_MU_MIN && by_reciprocal (k, &qh, qp, np, nn, dp, dn, little_from))
    return qh;
  struct comba_scratch held;
  const int rows = dn < t->div_recursive || (shorter < dn && comba_div_is_narrow (k, shorter)) || shorter < 3;
  const mp_ptr scratch = rows ? NULL : COMBA_SCRATCH_GET (&held, (size_t) dn, 0);
  if (scratch == NULL)
    return comba_div_qr_basecase (k, qp, np, nn, dp, dn, inverse);
  qh = comba_div_qr_recursive (k, qp, np, nn, dp, dn, inverse, scratch);
  comba_scratch_put (&held);
  return qh;
}

mp_limb_t
comba_div_qr_normalized (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
                         mp_limb_t inverse)
{
  return divide (k, qp, np, nn, dp, dn, inverse, COMBA_FACTOR_LITTLE_FROM);
}

mp_limb_t
comba_div_qr_in_little (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
                        mp_limb_t inverse)
{
  return divide (k, qp, np, nn, dp, dn, inverse, 0);
}
