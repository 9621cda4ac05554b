/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by transforms: by one thread, or as a path of several threads (mul/paths/paths.h). */

#include "mul/ntt/ntt.h"
#include "mul/paths/paths.h"
#include "arith/scratch.h"

int
comba_ntt_mul_parallel (const struct comba_ntt *ntt, const struct comba_pool *pool, mp_ptr rp,
                      mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  size_t itch = ntt->itch_exactly (an, bn, pool->threads);
  if (itch == 0)
    return 0;
  struct comba_scratch s;
  mp_ptr scratch = COMBA_SCRATCH_GET (&s, itch, pool->threads > 1 ? COMBA_SCRATCH_SHARED : 0);
  if (scratch != NULL)
    ntt->mul (pool, rp, ap, an, bp, bn, scratch);
  comba_scratch_put (&s);
  return scratch != NULL;
}

int
comba_ntt_mul (const struct comba_ntt *ntt, mp_ptr rp, mp_srcptr ap, mp_size_t an,
               mp_srcptr bp, mp_size_t bn)
{
  return comba_ntt_mul_parallel (ntt, &COMBA_POOL_ALONE (1), rp, ap, an, bp, bn);
}

int
comba_ntt_mul_lean (const struct comba_ntt *ntt, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                    mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  if (ntt->lean_itch == NULL || an >= COMBA_NTT_LITTLE_FROM)
    return comba_ntt_mul (ntt, rp, ap, an, bp, bn);
  struct comba_scratch s;
  mp_ptr scratch = COMBA_SCRATCH_GET (&s, ntt->lean_itch (an, bn), 0);
  if (scratch != NULL)
    ntt->mul_lean (rp, ap, an, bp, bn, scratch);
  comba_scratch_put (&s);
  return scratch != NULL;
}

size_t
comba_ntt_itch (mp_size_t an, mp_size_t bn)
{
  size_t most = 0;
  const struct comba_ntt *last = NULL;
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_ntt *ntt = comba_configs[i]->ntt;
      if (ntt != NULL && ntt != last && comba_config_runs (i))
        {
          last = ntt;
          size_t itch = ntt->itch (an, bn, 1);
          most = itch > most ? itch : most;
        }
    }
  return most;
}

int
comba_mul_transforms (const struct comba_config *k, const struct comba_pool *pool, mp_ptr rp,
                      mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return k->ntt != NULL && comba_ntt_mul_parallel (k->ntt, pool, rp, ap, an, bp, bn);
}

int
comba_sqr_transforms (const struct comba_config *k, const struct comba_pool *pool, mp_ptr rp,
                      mp_srcptr ap, mp_size_t n)
{
  return comba_mul_transforms (k, pool, rp, ap, n, ap, n);
}
