/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Operands of unequal length: Toom-22, Toom in points, or the longer one cut where the other ends; which costs least.

   No threshold would do: a way is good at the sizes at which its products are just as long as the basecase takes
   them, and again at twice these, so ways alternate.  So costs are compared, one level deep, in time and not, as
   comba_mul_cost's, in instructions.  The formulas and the constants in them were fitted, with those in the sets'
   tables, to times of every way at some hundred shapes, each taken once in a round over all: calls in a loop flatter
   what has long code.  Five and three pieces are not there for that. */

#include "mul/toom/toom.h"

/* Linear steps of Toom-22 and of Toom in points. */

static ALWAYS_INLINE uint64_t
toom22_steps (const struct comba_config *k, mp_size_t n)
{
  return k->costs.step * (uint64_t) (n + 2);
}

static ALWAYS_INLINE uint64_t
point_steps (const struct comba_config *k, int points, mp_size_t h)
{
  return k->costs.step * (uint64_t) points * (5 * (uint64_t) (points - 2) * (uint64_t) h / 8 + 40);
}

/* n x n limbs, by Toom-22. */
static ALWAYS_INLINE uint64_t
equal_cost (const struct comba_config *k, mp_size_t n)
{
  uint64_t cost = 0, products = 1;
  for (; n >= k->thresholds.mul_toom22 && n >= COMBA_TOOM22_MIN; n -= n / 2)
    {
      cost += products * toom22_steps (k, n);
      products *= 3;
    }
  return cost + products * ((uint64_t) n * ((uint64_t) n + 2 * k->costs.limb) + k->costs.call);
}

/* Any an, bn >= 0, about.  Kernels of one size do a little more with each instruction; Toom-22 spares a part of
   the third product; longer operands are cut. */
static uint64_t
unequal_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  if (an < bn)
    return unequal_cost (k, bn, an);
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

/* An even number of points, of which the last has a shorter product; values have a limb more than pieces. */
static uint64_t
points_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn, const struct comba_split *s)
{
  const int points = s->p + s->q - 1;
  return (uint64_t) (points - 1) * equal_cost (k, COMBA_TOOM_VALUE (s->h))
         + unequal_cost (k, an - (s->p - 1) * s->h, bn - (s->q - 1) * s->h) + point_steps (k, points, s->h);
}

static uint64_t
toom22_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  const mp_size_t h = an - an / 2;
  return 2 * equal_cost (k, h) + unequal_cost (k, an - h, bn - h) + toom22_steps (k, an);
}

/* a cut at bn limbs: two products, whose sum takes about what Toom-22's steps for as many limbs do. */
static uint64_t
cut_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  return equal_cost (k, bn) + unequal_cost (k, bn, an - bn) + toom22_steps (k, bn);
}

/* Which numbers of pieces are among the best where b is so many sixteenths of a and more; p + q is odd.  What is longer comes in
   pieces (mul/mul.c). */
static const struct pieces
{
  unsigned char p, q;
} pieces_for[16][4] = {
  [5] = { { 5, 2 }, { 6, 3 } },
  [6] = { { 5, 2 }, { 6, 3 } },
  [7] = { { 3, 2 }, { 6, 3 } },
  [8] = { { 3, 2 }, { 6, 3 } },
  [9] = { { 3, 2 }, { 4, 3 }, { 5, 4 }, { 6, 3 } },
  [10] = { { 3, 2 }, { 4, 3 }, { 5, 4 } },
  [11] = { { 3, 2 }, { 4, 3 }, { 5, 4 } },
  [12] = { { 3, 2 }, { 4, 3 }, { 5, 4 } },
};

struct comba_split
comba_cheapest_split (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  ASSERT (an > bn && bn >= 1);
  struct comba_split best = { .p = 0 };
  uint64_t least = UINT64_MAX;
  if (an < 2 * bn)
    {
      const uint64_t halves = COMBA_TOOM22_SHAPE (an, bn) ? toom22_cost (k, an, bn) : UINT64_MAX;
      least = cut_cost (k, an, bn);
      if (least < halves)
        best = (struct comba_split) { 2, 1, bn };
      else
        least = halves;
    }

  /* With more than 4 points linear steps take too long for few limbs, and the comparison as well. */
  const struct pieces *s = pieces_for[16 * (size_t) bn / (size_t) an];
  for (int i = 0; i < 4 && s[i].p != 0 && (s[i].p == 3 || an / 3 >= k->thresholds.mul_toom22); i++)
    {
      const struct comba_split split = comba_toom_pieces (an, bn, s[i].p, s[i].q);
      if (!comba_toom_fits (an, bn, split.p, split.q, split.h))
        continue;
      const uint64_t cost = points_cost (k, an, bn, &split);
      if (cost < least)
        least = cost, best = split;
    }
  return best;
}
