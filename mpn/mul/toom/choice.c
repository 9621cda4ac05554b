/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How Toom cuts its operands: the possible numbers of pieces for a number of points, and the best
   ones.  The contracts are in mul/mul.h.

   No threshold can choose between Toom-22, Toom in more points and cutting the longer operand.  An
   algorithm is good at the sizes at which its point products suit the basecase, and again at twice
   these sizes, so the best algorithm alternates.  Costs (mul/cost.h) are compared instead, one
   level deep.  Toom-53 is not considered. */

#include "mul/toom/toom.h"
#include "mul/cost.h"

/* ceil (n / d), d = 2 to COMBA_TOOM_PIECES_MAX.  A multiplication where that is exact: a division
   takes as long as ten. */
static mp_size_t
ceil_quotient (mp_size_t n, int d)
{
#define INVERSE(d) (((uint64_t) 1 << 32) / (d) + 1)
  static const uint64_t inverse[] = {
    0, 0, INVERSE (2), INVERSE (3), INVERSE (4), INVERSE (5), INVERSE (6), INVERSE (7), INVERSE (8), INVERSE (9), INVERSE (10),
  };
  n += d - 1;
  return n < (mp_size_t) 1 << 28 ? (mp_size_t) (((uint64_t) n * inverse[d]) >> 32) : n / d;
}

struct comba_split
comba_toom_pieces (mp_size_t an, mp_size_t bn, int p, int q)
{
  const mp_size_t ha = ceil_quotient (an, p), hb = ceil_quotient (bn, q);
  return (struct comba_split) { p, q, ha > hb ? ha : hb };
}

int
comba_toom_fits (mp_size_t an, mp_size_t bn, int p, int q, mp_size_t h)
{
  return 2 <= q && q <= p && p <= COMBA_TOOM_PIECES_MAX && p >= 3 && h >= COMBA_TOOM_PIECE_MIN
         && (p - 1) * h < an && an <= p * h && (q - 1) * h < bn && bn <= q * h
         && an > 8 * COMBA_TOOM_PIECE_MIN
         && (p != 3 || q != 2 || 6 * an > 7 * bn);
}

int
comba_toom_split (struct comba_split *split, mp_size_t an, mp_size_t bn, int points)
{
  split->p = 0;
  if (comba_toom_pairs (points) > COMBA_TOOM_PAIRS_MAX)
    return 0;
  /* Pieces of equal length in both operands, or the next shorter ones for a. */
  int p = (int) ((points + 1) * an / (an + bn)), end = p + 2;
  for (; p < end; p++)
    {
      const int q = points + 1 - p;
      if (q < 2 || p > COMBA_TOOM_PIECES_MAX)
        break;
      const struct comba_split s = comba_toom_pieces (an, bn, p, q);
      if (comba_toom_fits (an, bn, p, q, s.h) && (split->p == 0 || s.h < split->h))
        *split = s;
    }
  return split->p != 0;
}

/* POINTS is even, so the last point has a shorter product.  Values have a limb more than pieces. */
static uint64_t
points_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn, const struct comba_split *s)
{
  const int points = s->p + s->q - 1;
  return (uint64_t) (points - 1) * comba_toom_cost (k, COMBA_TOOM_VALUE (s->h), COMBA_TOOM_VALUE (s->h))
         + comba_toom_cost (k, an - (s->p - 1) * s->h, bn - (s->q - 1) * s->h) + comba_points_steps_cost (k, points, s->h);
}

static uint64_t
toom22_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  const mp_size_t h = an - an / 2;
  return 2 * comba_toom_cost (k, h, h) + comba_toom_cost (k, an - h, bn - h) + comba_toom22_steps_cost (k, an);
}

/* a is cut at bn limbs: two products, whose addition costs about as much as the linear steps of
   Toom-22 for bn limbs. */
static uint64_t
cut_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  return comba_toom_cost (k, bn, bn) + comba_toom_cost (k, bn, an - bn) + comba_toom22_steps_cost (k, bn);
}

/* For each ratio of lengths, in sixteenths of a, the numbers of pieces nearest to it, on any CPU; p
   + q is odd.  A longer a is cut into pieces first (mul/mul.c). */
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

  /* For small operands the linear steps of more than 4 points take too long, and so does the
     comparison. */
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

static uint64_t
limb_products (const struct comba_split *s)
{
  return (uint64_t) (s->p + s->q - 1) * s->h * s->h;
}

/* Replaces BEST by the split into POINTS points if that does fewer limb products. */
static void
consider (struct comba_split *best, mp_size_t an, mp_size_t bn, int points)
{
  struct comba_split split;
  if (comba_toom_split (&split, an, bn, points)
      && (best->p == 0 || limb_products (&split) < limb_products (best)))
    *best = split;
}

/* Unequal operands have a threshold of their own; Toom in three and three pieces uses the one for
   equal lengths. */
struct comba_split
comba_toom_choice (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  const struct comba_thresholds *t = &k->thresholds;
  struct comba_split best = { .p = 0 };
  mp_size_t mean = an / 2 + bn / 2;
  if (mean >= t->mul_toom88)
    {
      consider (&best, an, bn, 15);
      consider (&best, an, bn, 16);
    }
  if (best.p == 0 && mean >= t->mul_toom66)
    {
      consider (&best, an, bn, 11);
      consider (&best, an, bn, 12);
    }
  if (best.p == 0 && mean >= t->mul_toom44)
    {
      consider (&best, an, bn, 6);
      consider (&best, an, bn, 7);
      consider (&best, an, bn, 8);
    }
  if (best.p == 0 && mean >= t->mul_toom33)
    {
      consider (&best, an, bn, 4);
      consider (&best, an, bn, 5);
    }
  if (best.p == 0 && 4 * an > 5 * bn && bn >= t->mul_toom32)
    best = comba_cheapest_split (k, an, bn);
  if (best.p == 0 && an >= 2 * bn)
    comba_toom_split (&best, an, bn, 5);
  return best;
}

size_t
comba_toom_itch (mp_size_t n)
{
  const int bits = n > 0 ? 64 - __builtin_clzll ((unsigned long long) n) : 0;
  return 10 * (size_t) n + 16 * (size_t) bits;
}
