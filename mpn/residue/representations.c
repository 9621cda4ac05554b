/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "residue/representation.h"

static int
is_in_range (const struct comba_representation_range *r, mp_size_t n)
{
  return n >= r->from && (r->to == 0 || n <= r->to);
}

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
  const struct comba_representation_range *r = k->representations;
  for (const struct comba_representation_range *s = r; after != NULL && s->rep != NULL; s++)
    if (s->rep == after)
      r = s + 1;
  for (; r->rep != NULL; r++)
    if (is_in_range (r, n) && comba_representation_serves (r->rep, k, n, odd)
        && (kind == COMBA_REPRESENTATION_ANY || r->rep->odd_only == (kind == COMBA_REPRESENTATION_MONTGOMERY)))
      return r->rep;
  return NULL;
}

int
comba_representation_listed (const struct comba_representation *rep, const struct comba_config *k, mp_size_t n)
{
  for (const struct comba_representation_range *r = k->representations; r->rep != NULL; r++)
    if (r->rep == rep && is_in_range (r, n))
      return 1;
  return 0;
}
