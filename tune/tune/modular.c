/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "modular.h"
#include "gather.h"
#include "lines.h"
#include "timing.h"
#include "api/context.h"
#include "parallel/pool.h"
#include <math.h>
#include <stdlib.h>

/* Squares as a power computes them, or products with Y: a context for several threads has the pool
   for all of them. */
static void
multiply (const struct comba_mod *m, mp_srcptr context, mp_ptr x, mp_srcptr y, size_t repeats, mp_ptr scratch)
{
  for (; repeats > 0; repeats--)
    if (y != NULL)
      m->rep->mul (m->k, context, x, x, y, scratch);
    else
      m->rep->sqr (m->k, context, x, x, scratch);
}

struct sample
modular_sample (const struct comba_config *k, const struct operands *o, int odd,
                int products, size_t repeats)
{
  struct comba_mod *m;
  struct comba_mod_call call;
  struct sample taken = { .cycles = HUGE_VAL };
  o->bp[0] = (o->bp[0] | 1) - !odd;
  o->bp[o->bn - 1] |= 1;
  if (comba_mod_new (&m, k, o->bp, o->bn, COMBA_MOD_AUTO, 0, 0) != COMBA_OK)
    return taken;
  const int threaded = m->chosen.threads > 1;
  const size_t element = (m->rep->element_size (m->n) + 7) / 8 * 8;
  const mp_ptr x = lines (2 * element), y = products && x != NULL ? x + element : NULL;
  const struct comba_pool *pool = NULL;
  if (threaded && wake_workers ())
    pool = comba_pool_take (m->chosen.threads, COMBA_WAKE_NOW);
  if (x != NULL && (pool != NULL || !threaded)
      && comba_mod_begin_with (&call, m, m->rep_itch, pool, 0))
    {
      m->rep->encode (k, call.context, x, o->ap, m->n, call.scratch);
      if (products)
        m->rep->encode (k, call.context, y, o->ap, m->n, call.scratch);
      multiply (m, call.context, x, y, (repeats + 3) / 4, call.scratch);        /* warm-up */
      const struct reading before = read_clock ();
      const double start = now_ns ();
      multiply (m, call.context, x, y, repeats, call.scratch);
      const double ns = (now_ns () - start) / repeats;
      const struct reading after = read_clock ();
      taken = sample_between (ns, &before, &after);
      comba_mod_end (&call);
    }
  else if (pool != NULL)
    comba_pool_give ();
  free (x);
  comba_mod_clear (m);
  return taken;
}
