/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers by one team, which a power keeps from its first product to its last.  The contract
   is in powm.h. */

#include "powm/powm.h"
#include "api/context.h"
#include "parallel/pool.h"
#include "parallel/threads.h"

/* Exponents of so many limbs at least: what a context precomputes is worth some products. */
#define EXPONENT_MIN 2

int
comba_powm_on_pool (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                   mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n)
{
  if (en < EXPONENT_MIN)
    return 0;
  const struct comba_step step = comba_mod_planned (k, n, 1, comba_threads_allowed ());
  const struct comba_pool *pool = comba_pool_take (step.threads, COMBA_WAKE_NOW);
  if (pool == NULL)
    return 0;
  struct comba_mod *m;
  struct comba_mod_call call;
  int done = 0;
  if (comba_mod_new (&m, k, pp, n, NULL) == COMBA_OK)
    {
      const int shared = m->chosen.threads > 1;
      if (shared && comba_mod_begin_with (&call, m, comba_powm_itch (m->rep, n, ep, en), pool)
                    == COMBA_OK)
        {
          comba_powm (k, m->rep, call.context, n, rp, bp, bn, ep, en, call.scratch);
          comba_mod_end (&call);
          done = 1;
        }
      else
        comba_pool_give ();
      comba_mod_clear (m);
    }
  else
    comba_pool_give ();
  return done;
}
