/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The contract is in representations.h.

   Where the representation in use changes from A to B at n limbs, an entry says so: A's ends at n -
   1, or B's begins at n.  Both are timed around n, as far as both support the size and no other one
   is used there.  Both ends move to the size at which the summed loss against the faster one is
   smallest. */

#include "representations.h"
#include "residue/representation.h"
#include <math.h>

/* A few dozen sizes from 3/4 n to 4/3 n; and the part of a product that a move must gain on
   average. */
enum { LEAST = 3, MOST = 1200, STEPS = 24 };
#define WORTH 0.02

static const struct comba_representation *
serving (const struct comba_config *k, mp_size_t n, enum comba_representation_kind kind)
{
  return comba_representation_for (k, n, kind != COMBA_REPRESENTATION_BARRETT, kind, NULL);
}

/* The first entry of REP that contains n limbs. */
static struct comba_representation_range *
entry_of (struct comba_config *k, const struct comba_representation *rep, mp_size_t n)
{
  struct comba_representation_range *r = k->representations;
  while (r->rep != rep || n < r->from || (r->to != 0 && n > r->to))
    r++;
  return r;
}

/* Entry A, which ended at FROM, now ends at TO, and entry B begins there. */
static void
move (struct comba_representation_range *a, struct comba_representation_range *b, mp_size_t from, mp_size_t to)
{
  if (a->to == from - 1 || (a->to != 0 && a->to < to - 1) || (a < b && to < from))
    a->to = (unsigned short) (to - 1);
  if (b->from == from || b->from > to || (b < a && to > from))
    b->from = (unsigned short) to;
}

/* The best size for B to begin at, from FIRST to LAST. */
static mp_size_t
crossover (const struct comba_config *k, const struct comba_representation *a, const struct comba_representation *b,
           mp_size_t first, mp_size_t n, mp_size_t last, product_time_fn *time_of)
{
  const mp_size_t step = 1 + n / STEPS;
  double lost = 0, at_n = 0, least = HUGE_VAL;
  mp_size_t best = n;
  for (mp_size_t i = n - (n - first) / step * step; i <= last; i += step)
    {
      if (i == n)
        at_n = lost;
      if (lost < least)
        {
          least = lost;
          best = i;
        }
      if (i == last)
        break;
      const double ta = time_of (k, a, i), tb = time_of (k, b, i);
      if (ta > 0 && tb > 0)
        lost += log (ta / tb);
    }
  const mp_size_t moved = best < n ? n - best : best - n;
  return moved > 0 && at_n - least > WORTH * (double) (moved / step) ? best : n;
}

static void
measure_kind (struct comba_config *k, enum comba_representation_kind kind, product_time_fn *time_of)
{
  mp_size_t before = LEAST;
  for (mp_size_t n = LEAST + 1; n < MOST; n++)
    {
      const struct comba_representation *const a = serving (k, n - 1, kind), *const b = serving (k, n, kind);
      if (a == b)
        continue;
      struct comba_representation_range *const ea = entry_of (k, a, n - 1), *const eb = entry_of (k, b, n);
      mp_size_t first = n, last = n;
      while (first - 1 > before && 4 * (first - 1) >= 3 * n && serving (k, first - 1, kind) == a
             && comba_representation_serves (b, k, first - 1, 1))
        first--;
      while (3 * (last + 1) <= 4 * n && serving (k, last + 1, kind) == b && comba_representation_serves (a, k, last, 1))
        last++;
      before = n;
      if (first < last && (ea->to == n - 1 || eb->from == n))
        {
          before = crossover (k, a, b, first, n, last, time_of);
          if (before != n)
            move (ea, eb, n, before);
          n = before > n ? before : n;
        }
    }
}

void
measure_representations (struct comba_config *k, product_time_fn *time_of)
{
  measure_kind (k, COMBA_REPRESENTATION_ANY, time_of);
  measure_kind (k, COMBA_REPRESENTATION_BARRETT, time_of);
}

void
print_representations (struct comba_text *file, const struct comba_config *builtin, const struct comba_config *k)
{
  const struct comba_representation_range *r = k->representations, *s = builtin->representations;
  while (r->rep != NULL && r->rep == s->rep && r->from == s->from && r->to == s->to)
    r++, s++;
  if (r->rep == NULL)
    return;
  comba_text_add (file, ".representations = {\n");
  for (r = k->representations; r->rep != NULL; r++)
    if (r->from == 0 && r->to == 0)
      comba_text_add (file, "  { &comba_representation_%s },\n", r->rep->name);
    else
      comba_text_add (file, "  { &comba_representation_%s, %u, %u },\n", r->rep->name, r->from, r->to);
  comba_text_add (file, "},\n");
}
