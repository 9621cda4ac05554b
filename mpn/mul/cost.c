/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The formulas and their constants were fitted, together with the numbers of the configurations, to
   timings of every algorithm at some hundred shapes.  In the timings the algorithms and shapes
   alternate, because calls in a loop make long code look too fast. */

#include "mul/fft/fft.h"
#include "mul/cost.h"
#include "mul/ladder.h"
#include "mul/toom/toom.h"

/* n x n limbs: as many levels of Toom as the thresholds say, then the basecase. */
static uint64_t
equal_cost (const struct comba_config *k, mp_size_t n)
{
  const struct comba_thresholds *t = &k->thresholds;
  uint64_t cost = 0, products = 1;
  if (comba_toom_has_points (k))
    while (n >= t->mul_toom33 && n > 8 * COMBA_TOOM_PIECE_MIN)
      {
        const int pieces = n >= t->mul_toom88 ? 8 : n >= t->mul_toom66 ? 6 : n >= t->mul_toom44 ? 4 : 3;
        n = (n + pieces - 1) / pieces;
        cost += products * comba_points_steps_cost (k, 2 * pieces - 1, n);
        products *= 2 * pieces - 1;
      }
  for (; n >= t->mul_toom22 && n >= COMBA_TOOM22_MIN; n -= n / 2)
    {
      cost += products * comba_toom22_steps_cost (k, n);
      products *= 3;
    }
  return cost + products * ((uint64_t) n * ((uint64_t) n + 2 * k->costs.limb) + k->costs.call);
}

/* Kernels for one size do a little more per instruction.  Toom-22 saves a part of its third product
   for unequal operands.  Longer operands are cut into pieces. */
uint64_t
comba_toom_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  if (an < bn)
    return comba_toom_cost (k, bn, an);
  if (bn <= 0)
    return 0;
  if (an == bn)
    return equal_cost (k, an);
  const uint64_t products = (uint64_t) an * (uint64_t) bn;
  if (bn < k->thresholds.mul_toom22)
    return products + products / 7 + k->costs.limb * (uint64_t) (an + bn) + k->costs.call;
  if (an < 2 * bn)
    return equal_cost (k, an) * (uint64_t) (an + 2 * bn) / (uint64_t) (3 * an);
  return equal_cost (k, bn) * (uint64_t) an / (uint64_t) bn;
}

/* At their threshold transforms cost as much as Toom; above it, about as much for each limb. */
uint64_t
comba_mul_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  if (an < bn)
    return comba_mul_cost (k, bn, an);
  const int fft = comba_is_fft (k, an, bn) && an + bn <= k->fft->max;
  const mp_size_t n = fft ? k->thresholds.mul_fft : k->thresholds.mul_ntt;
  if (bn < COMBA_PRODUCT_NTT_MIN || (!fft && !comba_is_ntt (k, an, bn)) || n < 1)
    return comba_toom_cost (k, an, bn);
  return comba_toom_cost (k, n, n) / (2 * n) * (an + bn);
}
