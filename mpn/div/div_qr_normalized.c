/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice between schoolbook division, blocks, recursive division and a reciprocal. */

#include "div/div.h"
#include "div/div_qr_mu.h"
#include "div/div_pool.h"
#include "mul/factor.h"
#include "mul/mul.h"
#include "arith/scratch.h"

/* Returns whether there was memory.  From LITTLE_FROM limbs of N on, no more than GMP's is asked for. */
static int __attribute__ ((noinline))
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

/* These are separate functions, so that rows do not pay for their stack. */

static mp_limb_t __attribute__ ((noinline))
by_vectors (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
            mp_limb_t inverse)
{
  mp_limb_t reciprocal[2];
  comba_div_reciprocal_2 (reciprocal, dp[dn - 1], dp[dn - 2], inverse);
  return comba_div_qr_vectors (k, qp, np, nn, dp, dn, reciprocal);
}

static mp_limb_t __attribute__ ((noinline))
recursive (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
           mp_limb_t inverse)
{
  struct comba_scratch held;
  const mp_ptr scratch = comba_scratch_get (&held, (size_t) dn, 0);
  if (scratch == NULL)
    return comba_div_qr_basecase (k, qp, np, nn, dp, dn, inverse);
  const mp_limb_t qh = comba_div_qr_recursive (k, qp, np, nn, dp, dn, inverse, scratch, NULL);
  comba_scratch_put (&held);
  return qh;
}

static mp_limb_t
recursive_in (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
              mp_limb_t inverse, const struct comba_room *room)
{
  if (room->limbs < (size_t) dn + COMBA_ROOM_MIN)
    return comba_div_qr_basecase (k, qp, np, nn, dp, dn, inverse);
  const struct comba_room rest = { room->p + dn, room->limbs - (size_t) dn };
  return comba_div_qr_recursive (k, qp, np, nn, dp, dn, inverse, room->p, &rest);
}

static int
is_by_rows (const struct comba_config *k, mp_size_t qn, mp_size_t dn)
{
  const mp_size_t shorter = qn < dn ? qn : dn;
  return dn < k->thresholds.div_recursive || (shorter < dn && comba_div_is_narrow (k, shorter)) || shorter < 3;
}

static mp_limb_t __attribute__ ((noinline))
by_blocks (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
           mp_limb_t inverse)
{
  mp_limb_t x[COMBA_DIV_BLOCK + 1];
  struct comba_scratch held;
  const mp_ptr complement = COMBA_SCRATCH_GET (&held, (size_t) dn, 0);
  if (complement == NULL)
    return comba_div_qr_basecase (k, qp, np, nn, dp, dn, inverse);
  comba_div_complement (complement, dp, dn);
  comba_div_block_reciprocal (x, dp, dn);
  const mp_limb_t qh = comba_div_qr_blocks (k, qp, np, nn, dp, dn, inverse, complement, x);
  comba_scratch_put (&held);
  return qh;
}

static mp_limb_t
divide (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn, mp_limb_t inverse,
        mp_size_t little_from)
{
  const struct comba_thresholds *t = &k->thresholds;
  const mp_size_t qn = nn - dn, shorter = qn < dn ? qn : dn;
  mp_limb_t qh;
  if (comba_div_is_vectors (k, qn, dn))
    return by_vectors (k, qp, np, nn, dp, dn, inverse);
  if (shorter >= t->div_mu && shorter >= COMBA_DIV_MU_MIN && by_reciprocal (k, &qh, qp, np, nn, dp, dn, little_from))
    return qh;
  const int rows = is_by_rows (k, qn, dn);
  if (rows && comba_div_is_blocks (k, qn, dn))
    return by_blocks (k, qp, np, nn, dp, dn, inverse);
  return rows ? comba_div_qr_basecase (k, qp, np, nn, dp, dn, inverse) : recursive (k, qp, np, nn, dp, dn, inverse);
}

mp_limb_t
comba_div_qr_normalized (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
                         mp_limb_t inverse)
{
  return divide (k, qp, np, nn, dp, dn, inverse, COMBA_DIV_LITTLE_FROM);
}

mp_limb_t
comba_div_qr_in_little (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
                        mp_limb_t inverse)
{
  return divide (k, qp, np, nn, dp, dn, inverse, 0);
}

mp_limb_t
comba_div_qr_in_room (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
                      mp_limb_t inverse, const struct comba_room *room)
{
  const mp_size_t qn = nn - dn;
  return comba_div_is_vectors (k, qn, dn) ? by_vectors (k, qp, np, nn, dp, dn, inverse)
         : is_by_rows (k, qn, dn) ? comba_div_qr_basecase (k, qp, np, nn, dp, dn, inverse)
         : recursive_in (k, qp, np, nn, dp, dn, inverse, room);
}
