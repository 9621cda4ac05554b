/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite multiplication (Kaihara and Takagi 2008; paper 003, sections 2.3, 4.2): A B_0 is
   reduced from below and A B_1 from above, at the same time.  For more than two workers AB is cut
   into blocks, then the quotients into ranges of C, then QP into blocks.

   Well above the size where transforms become faster, the pool multiplies A by B, and Q by P, as a
   whole.

   A square has A_0^2, A_1^2 and, between the ends, 2 A_0 A_1. */

#include "split/method.h"

static void
add_term (struct comba_recipe *r, const struct comba_config *k, struct comba_block b)
{
  comba_recipe_unit (r, COMBA_UNIT_TERM, 0);
  comba_recipe_block (r, b);
  comba_recipe_close (r, k);
}

void
comba_bipartite_recipe (struct comba_recipe *r, const struct comba_config *k, int workers)
{
  mp_size_t n = r->n, h = r->h;
  r->gather_c = r->gather_q = workers > 2;
  r->phases = workers > 2 ? 3 : 1;
  r->transforms = workers > 1 && comba_has_transforms (k, n);
  if (r->transforms)
    {
      r->gather_c = r->gather_q = 1;
      r->phases = 3;
      comba_recipe_reduce (r, k, 1, 2 * n, workers);
    }
  else if (workers > 2)
    {
      comba_recipe_cut (r, k, COMBA_UNIT_BLOCK, 0, (struct comba_block) { .an = n, .bn = n },
                        workers, 0);
      comba_recipe_reduce (r, k, 1, 2 * n, workers);
    }
  else if (r->square)
    {
      add_term (r, k, (struct comba_block) { .an = h, .bn = h });
      add_term (r, k, (struct comba_block) { .a = h, .an = n - h, .b = h, .bn = n - h });
      comba_recipe_unit (r, COMBA_UNIT_BLOCK, 0);
      comba_recipe_block (r, (struct comba_block) { .an = h, .b = h, .bn = n - h, .twice = 1 });
      comba_recipe_close (r, k);
    }
  else
    {
      add_term (r, k, (struct comba_block) { .an = n, .bn = h });
      add_term (r, k, (struct comba_block) { .an = n, .b = h, .bn = n - h });
    }
}

COMBA_SPLIT_METHOD (bipartite, "bipartite", 2, 2)
