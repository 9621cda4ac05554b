/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A model of the time of sequential products, to cut work into equal shares.

   At its threshold t Toom-22 takes as long as the basecase: t^2 = 3 (t/2)^2 + L t,
   so its linear steps take L = t/4 products of limbs for each limb. */

#include "mul/cost.h"

uint64_t
comba_linear_cost (mp_size_t threshold, mp_size_t n)
{
  return (uint64_t) n * (threshold > n ? n : threshold < 0 ? 0 : threshold) / 4;
}

uint64_t
comba_product_cost (mp_size_t threshold, mp_size_t an, mp_size_t bn)
{
  mp_size_t longer = an > bn ? an : bn, n = an > bn ? bn : an;
  uint64_t cost = 0, products = 1, size = n;
  for (; n > 1 && n >= threshold; n -= n / 2, products *= 3)
    cost += products * comba_linear_cost (threshold, n);
  cost += products * n * n;
  return (cost + size - 1) / size * longer;
}
