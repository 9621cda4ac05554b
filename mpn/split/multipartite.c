/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* K-ary multipartite multiplication (paper 003, section 3).  A and B are cut into k parts of s
   limbs; the products A_i B_j with equal i + j are a term.  Version 2 (algorithm 3): each term is
   reduced separately.  Version 1 (algorithm 4): the quotients of the terms are added up, for one
   product QP.

   If k does not divide n, the last part is shorter, and has less work. */

#include "split/method.h"

static struct comba_block
part (const struct comba_recipe *r, mp_size_t s, int i, int j)
{
  mp_size_t a = i * s, b = j * s;
  return (struct comba_block) {
    .a = a, .an = r->n - a < s ? r->n - a : s,
    .b = b, .bn = r->n - b < s ? r->n - b : s,
    .twice = r->square && i != j,
  };
}

/* The term of weight W, of the products i0 <= i <= i1. */
static void
write_term (struct comba_recipe *r, const struct comba_config *k, mp_size_t s, int w, int i0,
            int i1)
{
  int last = r->square ? w / 2 : i1;
  mp_size_t at = w * s, end = at;
  for (int i = i0; i <= last; i++)
    {
      struct comba_block b = part (r, s, i, w - i);
      if (at + b.an + b.bn > end)
        end = at + b.an + b.bn;
    }
  int reduced = at < r->h || end > r->n + r->h;
  for (int i = i0; i <= last; i++)
    {
      if (!reduced || i == i0)
        {
          struct comba_unit *u = comba_recipe_unit (r, reduced ? COMBA_UNIT_TERM
                                                       : COMBA_UNIT_BLOCK, 0);
          if (!reduced)
            u->last_phase = r->phases - 1;
        }
      comba_recipe_block (r, part (r, s, i, w - i));
      if (!reduced || i == last)
        comba_recipe_close (r, k);
    }
}

void
comba_multipartite_2_recipe (struct comba_recipe *r, const struct comba_config *k, int workers)
{
  (void) workers;
  r->gather_c = 0;
  r->phases = r->gather_q ? 2 : 1;
  mp_size_t s = (r->n + r->parts - 1) / r->parts;
  int parts = (int) ((r->n + s - 1) / s);
  for (int w = 0; w <= 2 * parts - 2; w++)
    write_term (r, k, s, w, w < parts ? 0 : w - parts + 1, w < parts ? w : parts - 1);
}

void
comba_multipartite_1_recipe (struct comba_recipe *r, const struct comba_config *k, int workers)
{
  r->gather_q = 1;
  comba_multipartite_2_recipe (r, k, workers);
  comba_recipe_cut (r, k, COMBA_UNIT_SLICE, 1, (struct comba_block) { .an = r->n, .bn = r->n },
                    workers, 0);
}

COMBA_SPLIT_METHOD (multipartite_1, "multipartite 1", 2, COMBA_PARTS_MAX)
COMBA_SPLIT_METHOD (multipartite_2, "multipartite 2", 2, COMBA_PARTS_MAX)
