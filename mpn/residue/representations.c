/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "residue/representation.h"

int
comba_representation_serves (const struct comba_representation *rep, const struct comba_config *k, mp_size_t n, int odd)
{
  return n >= rep->min && n <= rep->max && (odd || !rep->odd_only)
         && (rep->pays == NULL || rep->pays (k, n));
}

const struct comba_representation *
comba_representation_for (const struct comba_config *k, mp_size_t n, int odd, enum comba_representation_kind kind,
                          const struct comba_representation *after)
{
  const struct comba_representation *const *r = k->representations;
  if (after != NULL)
    while (*r++ != after)
      continue;
  for (; *r != NULL; r++)
    if (comba_representation_serves (*r, k, n, odd)
        && (kind == COMBA_REPRESENTATION_ANY || (*r)->odd_only == (kind == COMBA_REPRESENTATION_MONTGOMERY)))
      return *r;
  return NULL;
}
