/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice of division from the low end. */

#include "div/bdiv.h"
#include "div/div_pool.h"
#include "div/div_qr_mu.h"
#include "mul/factor.h"
#include "arith/scratch.h"

/* Returns whether there was memory. */
static int __attribute__ ((noinline))
by_inverse (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t n, mp_srcptr dp, mp_size_t dn)
{
  const struct comba_pool alone = COMBA_POOL_ALONE (1), *const taken = comba_div_pool_take (k, n, dn);
  const struct comba_pool *const pool = taken != NULL ? taken : &alone;
  const int flags = taken != NULL ? COMBA_SCRATCH_SHARED : 0;
  struct comba_scratch held;
  const size_t itch = comba_bdiv_q_mu_itch (k, n, dn, pool->threads, 0);
  int in_little = n + dn >= COMBA_DIV_LITTLE_FROM && itch > COMBA_DIV_MU_LITTLE (dn);
  mp_ptr scratch = in_little ? NULL : comba_scratch_get (&held, itch, flags);
  if (scratch == NULL)
    {
      in_little = 1;
      scratch = comba_scratch_get (&held, comba_bdiv_q_mu_itch (k, n, dn, pool->threads, 1), flags);
    }
  if (scratch != NULL)
    comba_bdiv_q_mu (k, pool, qp, np, n, dp, dn, in_little, scratch);
  comba_scratch_put (&held);
  if (taken != NULL)
    comba_pool_give ();
  return scratch != NULL;
}

/* A separate function, so that rows do not pay for its stack. */
static void __attribute__ ((noinline))
by_halves (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t n, mp_srcptr dp, mp_size_t dn)
{
  struct comba_scratch held;
  const mp_ptr scratch = comba_scratch_get (&held, 2 * (size_t) dn, 0);
  comba_bdiv_q_recursive (k, qp, np, n, dp, dn, scratch);
  comba_scratch_put (&held);
}

void
comba_bdiv_q (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t n, mp_srcptr dp, mp_size_t dn)
{
  const struct comba_thresholds *t = &k->thresholds;
  dn = dn < n ? dn : n;
  if (dn >= t->bdiv_mu && dn >= COMBA_BDIV_MU_MIN && by_inverse (k, qp, np, n, dp, dn))
    return;
  if (dn < t->bdiv_recursive)
    comba_bdiv_q_recursive (k, qp, np, n, dp, dn, NULL);
  else
    by_halves (k, qp, np, n, dp, dn);
}
