/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers by several threads: a power takes the pool once, from its first product to its last.  The
   contract is in powm/powm.h. */

#include "powm/powm.h"
#include "split/modulus.h"
#include "parallel/pool.h"

/* The shortest exponent, in limbs: the precomputation for a modulus takes as long as several
   products. */
#define EXPONENT_MIN 2

/* A separate function, so that powers by one thread do not pay for its frame. */
static int __attribute__ ((noinline))
power_by (const struct comba_pool *pool, const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
          mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n)
{
  const struct comba_modulus_choice as_planned = { .algorithm = COMBA_ALGORITHM_AUTO };
  struct comba_scratch context;
  struct comba_mod m;
  struct comba_mod_call call;
  const int done = comba_mod_make_in_scratch (&m, &context, k, pp, n, &as_planned) && m.chosen.threads > 1
                   && comba_mod_begin_with (&call, &m, comba_powm_itch (m.rep, n, ep, en), pool,
                                            COMBA_SCRATCH_SECRET);
  if (done)
    {
      struct comba_scratch own;
      comba_scratch_lend (&own, pool->memory, pool->memory_limbs, COMBA_SCRATCH_SECRET);
      comba_powm (k, m.rep, call.context, n, rp, bp, bn, ep, en, call.scratch);
      comba_scratch_put (&own);
      comba_mod_end (&call);
    }
  else
    comba_pool_give ();
  comba_scratch_put (&context);
  return done;
}

int
comba_powm_on_pool (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                   mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n)
{
  if (en < EXPONENT_MIN)
    return 0;
  const struct comba_step step = comba_mod_planned (k, n, 1, comba_threads_allowed ());
  const struct comba_pool *pool = comba_pool_take (step.threads, COMBA_WAKE_NOW);
  return pool != NULL && power_by (pool, k, rp, bp, bn, ep, en, pp, n);
}
