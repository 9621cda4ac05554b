/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "modular.h"
#include "timing.h"
#include "mod/context.h"
#include "parallel/team.h"
#include "../bench/machine.h"
#include <math.h>
#include <stdlib.h>

static mp_ptr
lines (size_t limbs)
{
  return aligned_alloc (64, (limbs * sizeof (mp_limb_t) + 63) / 64 * 64);
}

/* The team of a context for several threads is there for all squares, as in a power. */
double
modular_sample (const struct comba_kernels *k, const struct operands *o, size_t repeats)
{
  struct comba_mod *m;
  struct comba_mod_call call;
  double ns = HUGE_VAL;
  o->bp[0] |= 1;
  o->bp[o->bn - 1] |= 1;
  if (comba_mod_new (&m, k, o->bp, o->bn, NULL) != COMBA_OK)
    return ns;
  const int threaded = m->chosen.threads > 1;
  const mp_ptr x = lines (m->form->element_size (m->n));
  const struct comba_team *team = NULL;
  if (threaded && gather_team ())
    team = comba_team_take (m->chosen.threads, 1);
  if (x != NULL && (team != NULL || !threaded)
      && comba_mod_begin_with (&call, m, m->itch, team) == COMBA_OK)
    {
      m->form->enter (k, call.context, x, o->ap, m->n, call.scratch);
      m->form->sqr (k, call.context, x, x, call.scratch);       /* warm */
      double start = now_ns ();
      for (size_t i = 0; i < repeats; i++)
        m->form->sqr (k, call.context, x, x, call.scratch);
      ns = (now_ns () - start) / repeats;
      comba_mod_end (&call);
    }
  else if (team != NULL)
    comba_team_give ();
  free (x);
  comba_mod_clear (m);
  return ns;
}
