/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "residue/small.h"

const struct comba_form *const comba_forms_portable[] = {
  &comba_form_few,
  &comba_form_montgomery_rows,
  &comba_form_small,
#if GMP_LIMB_BITS == 64
  &comba_form_montgomery_ntt,
#endif
  &comba_form_montgomery,
#if GMP_LIMB_BITS == 64
  &comba_form_barrett_ntt,
#endif
  &comba_form_barrett,
  NULL
};

int
comba_form_serves (const struct comba_form *form, const struct comba_kernels *k, mp_size_t n, int odd)
{
  return n >= form->min && n <= form->max && (odd || !form->odd_only)
         && (form->pays == NULL || form->pays (k, n));
}

const struct comba_form *
comba_form_for (const struct comba_kernels *k, mp_size_t n, int odd, enum comba_form_kind kind)
{
  for (const struct comba_form *const *f = k->forms; *f != NULL; f++)
    if (comba_form_serves (*f, k, n, odd)
        && (kind == COMBA_FORM_ANY || (*f)->odd_only == (kind == COMBA_FORM_MONTGOMERY)))
      return *f;
  return NULL;
}
