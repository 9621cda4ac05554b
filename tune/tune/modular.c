/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "modular.h"
#include "mod/form.h"
#include "../bench/machine.h"
#include <math.h>
#include <stdlib.h>

static mp_ptr
lines (size_t limbs)
{
  return aligned_alloc (64, (limbs * sizeof (mp_limb_t) + 63) / 64 * 64);
}

double
modular_sample (const struct comba_kernels *k, const struct operands *o, size_t repeats)
{
  const mp_size_t n = o->bn;
  const struct comba_form *form = comba_form_for (k, n, 1, COMBA_FORM_MONTGOMERY);
  const mp_ptr context = lines (form->context_size (n)), x = lines (form->element_size (n));
  const mp_ptr scratch = lines (form->itch (n));
  double ns = HUGE_VAL;
  if (context != NULL && x != NULL && scratch != NULL)
    {
      o->bp[0] |= 1;
      o->bp[n - 1] |= 1;
      form->init (k, context, o->bp, n, scratch);
      form->enter (k, context, x, o->ap, n, scratch);
      double start = now_ns ();
      for (size_t i = 0; i < repeats; i++)
        form->sqr (k, context, x, x, scratch);
      ns = (now_ns () - start) / repeats;
    }
  free (context), free (x), free (scratch);
  return ns;
}
