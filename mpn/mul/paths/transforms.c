/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "mul/paths/paths.h"
#include "mul/ntt/ntt.h"

int
comba_mul_transforms (const struct comba_config *k, const struct comba_pool *pool, mp_ptr rp,
                      mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return k->ntt != NULL && comba_ntt_mul_shared (k->ntt, pool, rp, ap, an, bp, bn);
}

int
comba_sqr_transforms (const struct comba_config *k, const struct comba_pool *pool, mp_ptr rp,
                      mp_srcptr ap, mp_size_t n)
{
  return comba_mul_transforms (k, pool, rp, ap, n, ap, n);
}
