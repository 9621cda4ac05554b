/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring chains.  The contract is in comba.h. */

#include "api/context.h"
#include "arith/arith.h"
#include <string.h>

/* A chain holds the pool for at most so many squarings. */
enum { STRETCH = 1024 };

/* The residue so far: in xp, encoded, and in canonical[0..n-1] after a step that asks for it. */
struct chain
{
  const struct comba_mod *m;
  mp_ptr xp, canonical;
};

/* Encodes AP unless it is NULL, squares COUNT times, and decodes if DECODE.  Returns 0 if an
   allocation fails. */
static int
step (const struct chain *c, mp_srcptr ap, unsigned long long count, int decode)
{
  const struct comba_mod *const m = c->m;
  struct comba_mod_call call;
  if (!comba_mod_begin (&call, m, m->rep_itch, 1))
    return 0;
  if (ap != NULL)
    m->rep->encode (m->k, call.context, c->xp, ap, m->n, call.scratch);
  for (; count > 0; count--)
    m->rep->sqr (m->k, call.context, c->xp, c->xp, call.scratch);
  if (decode)
    m->rep->decode (m->k, call.context, c->canonical, c->xp, call.scratch);
  comba_mod_end (&call);
  return 1;
}

static int
run (const struct chain *c, mp_srcptr ap, unsigned long long t, unsigned long long every,
     comba_progress_fn *progress, void *arg)
{
  if (!step (c, ap, 0, t == 0))
    return COMBA_NO_MEMORY;
  if (progress == NULL)
    every = t;
  unsigned long long until = every;     /* squarings before the next call */
  for (unsigned long long done = 0; done < t; )
    {
      unsigned long long count = t - done < STRETCH ? t - done : STRETCH;
      if (until < count)
        count = until;
      done += count;
      until -= count;
      const int calls = progress != NULL && until == 0 && done < t;
      if (!step (c, NULL, count, calls || done == t))
        return COMBA_NO_MEMORY;
      if (calls && progress (arg, done, c->canonical))
        return COMBA_STOPPED;
      if (until == 0)
        until = every;
    }
  return COMBA_OK;
}

COMBA_EXPORT int
comba_mod_sqr_chain (const struct comba_mod *m, mp_ptr rp, mp_srcptr ap, unsigned long long t,
                     unsigned long long every, comba_progress_fn *progress, void *arg)
{
  if (every == 0)
    return COMBA_BAD_SIZE;
  if (comba_cmp_var (ap, m->pp, m->n) >= 0)
    return COMBA_BAD_RESIDUE;
  const size_t size = comba_whole_lines (m->rep->element_size (m->n));
  struct comba_scratch s;
  const mp_ptr memory = comba_scratch_get (&s, COMBA_ALIGNED_LIMBS + size + (size_t) m->n,
                                           COMBA_SCRATCH_SECRET);
  int status = COMBA_NO_MEMORY;
  if (memory != NULL)
    {
      const mp_ptr xp = comba_align (memory);
      const struct chain c = { m, xp, xp + size };
      status = run (&c, ap, t, every, progress, arg);
      if (status != COMBA_NO_MEMORY)
        memcpy (rp, c.canonical, (size_t) m->n * sizeof (mp_limb_t));
    }
  comba_scratch_put (&s);
  return status;
}
