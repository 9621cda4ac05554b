/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reduction alone, which the conclusion of paper 003 suggests: C is given, and each end is a term.
   For more than two workers there are ranges of each end, and QP in slices. */

#include "split/method.h"

void
comba_reduction_recipe (struct comba_recipe *r, const struct comba_config *k, int workers)
{
  r->gather_q = workers > 2;
  r->phases = workers > 2 ? 2 : 1;
  comba_recipe_reduce (r, k, 0, r->cn, workers > 2 ? workers : 2);
}
