/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Tripartite multiplication (Sakiyama et al. 2011; paper 003, sections 2.4, 4.3).  With Karatsuba's
   scheme, X_0 = A_0 B_0 is reduced from below and X_2 = A_1 B_1 from above.  Between them, X_1 -
   X_0 - X_2 with X_1 = (A_1 + A_0) (B_1 + B_0) needs no reduction.  For more than three workers
   these products are cut into blocks, and the reduction is that of bipartite multiplication. */

#include "split/method.h"

void
comba_tripartite_recipe (struct comba_recipe *r, const struct comba_config *k, int workers)
{
  mp_size_t n = r->n, h = r->h;
  const struct comba_block x0 = { .an = h, .bn = h };
  const struct comba_block x1 = { .an = h + 1, .bn = h + 1, .folded = 1 };
  const struct comba_block x2 = { .a = h, .an = n - h, .b = h, .bn = n - h };
  r->gather_c = r->gather_q = workers > 3;
  r->phases = workers > 3 ? 3 : 1;
  if (workers > 3)
    {
      comba_recipe_cut (r, k, COMBA_UNIT_BLOCK, 0, x0, (workers + 2) / 3, h);
      comba_recipe_cut (r, k, COMBA_UNIT_BLOCK, 0, x1, (workers + 2) / 3, 0);
      comba_recipe_cut (r, k, COMBA_UNIT_BLOCK, 0, x2, (workers + 2) / 3, h);
      comba_recipe_reduce (r, k, 1, 2 * n, workers);
      return;
    }
  comba_recipe_unit (r, COMBA_UNIT_TERM, 0)->less_at = h;
  comba_recipe_block (r, x0);
  comba_recipe_close (r, k);
  comba_recipe_unit (r, COMBA_UNIT_TERM, 0)->less_at = h;
  comba_recipe_block (r, x2);
  comba_recipe_close (r, k);
  comba_recipe_cut (r, k, COMBA_UNIT_BLOCK, 0, x1, workers == 2 ? 2 : 1, 0);
}

COMBA_SPLIT_METHOD (tripartite, "tripartite", 2, 2)
