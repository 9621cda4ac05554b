/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice among basecase, transforms, Toom-22, Toom in more points, and pieces,
   and the scratch for it.  Transforms are never a step of Toom. */

#include "mul/ladder.h"
#include "mul/toom/toom.h"
#include "arith/arith.h"
#include "arith/scratch.h"
#include "mul/ntt/ntt.h"
#include <string.h>

/* Each piece of a long operand costs a call and a sum, which a basecase for all of it has not. */
static inline int
is_basecase (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  return bn < k->thresholds.mul_toom22 || bn < COMBA_TOOM22_MIN
         || (COMBA_PIECES_3_SHAPE (an, bn) && bn < k->thresholds.mul_pieces);
}

size_t
comba_mul_itch (mp_size_t an, mp_size_t bn)
{
  if (COMBA_PIECES_3_SHAPE (an, bn))
    return 7 * (size_t) bn + comba_toom_itch (3 * bn);  /* in pieces, and these in pieces */
  if (COMBA_PIECES_2_SHAPE (an, bn))
    return 3 * (size_t) bn + comba_toom_itch (an);
  return comba_toom_itch (an);
}

static uint64_t
limb_products (const struct comba_split *s)
{
  return (uint64_t) (s->p + s->q - 1) * s->h * s->h;
}

/* Takes SPLIT if it does fewer limb products than BEST. */
static void
consider (struct comba_split *best, mp_size_t an, mp_size_t bn, int points)
{
  struct comba_split split;
  if (comba_toom_split (&split, an, bn, points)
      && (best->p == 0 || limb_products (&split) < limb_products (best)))
    *best = split;
}

/* Toom in N points takes some 3 N^2 steps for each limb of the pieces, and 240 N for its calls. */
static uint64_t
linear_cost (const struct comba_config *k, int points, mp_size_t h)
{
  return comba_steps_cost (k, points * (3 * points * h + 240));
}

/* As comba_cheapest_split for any an >= bn.  Operands of unequal length have a threshold of their own: Toom in
   three and three pieces takes what it takes for equal lengths. */
static struct comba_split
choose (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  const struct comba_thresholds *t = &k->thresholds;
  struct comba_split best = { .p = 0 };
  if (!comba_toom_has_points (k))
    return best;
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

/* Whether the set's own Toom-3 takes what is split so: without a division, as for pieces of three and three
   h = ceil (an / 3). */
static inline int
is_toom3 (const struct comba_config *k, mp_size_t an, mp_size_t bn, const struct comba_split *s)
{
  return s->p == 3 && s->q == 3 && k->toom->mul3 != NULL && an >= COMBA_TOOM3_MIN
         && COMBA_TOOM3_PIECES (an, bn, s->h);
}

/* The products of the pieces with b overlap by bn limbs. */
void
comba_mul_pieces (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                  mp_srcptr bp, mp_size_t bn, mp_size_t n, mp_ptr scratch)
{
  ASSERT (bn <= n && n < an);

  mp_ptr product = scratch;
  scratch += n + 2 * bn;        /* the longest product has a limb less */

  comba_mul_scratch (k, rp, ap, n, bp, bn, scratch);
  for (mp_size_t done = n; done < an; done += n)
    {
      if (an - done < n + bn)
        n = an - done;
      if (n >= bn)
        comba_mul_scratch (k, product, ap + done, n, bp, bn, scratch);
      else
        comba_mul_scratch (k, product, bp, bn, ap + done, n, scratch);

      /* rp[0..done+bn-1] is there; the piece adds to the last bn limbs of it. */
      mp_limb_t carry = k->toom->add_n (rp + done, rp + done, product, bn);
      memcpy (rp + done + bn, product + bn, n * sizeof (mp_limb_t));
      carry = comba_add_1_var (rp + done + bn, n, carry);
      ASSERT (carry == 0);
      (void) carry;
    }
}

void
comba_mul_scratch (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                   mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  ASSERT (an >= bn && bn >= 1);
  if (is_basecase (k, an, bn))
    k->mul_basecase (rp, ap, an, bp, bn);
  else if (COMBA_PIECES_2_SHAPE (an, bn) && bn < k->thresholds.mul_toom42)
    comba_mul_pieces (k, rp, ap, an, bp, bn, bn, scratch);
  else if (COMBA_PIECES_3_SHAPE (an, bn))
    comba_mul_pieces (k, rp, ap, an, bp, bn, 2 * bn, scratch);
  else
    {
      struct comba_split s = choose (k, an, bn);
      if (is_toom3 (k, an, bn, &s))
        k->toom->mul3 (k, rp, ap, an, bp, bn, scratch);
      else if (s.p != 0 && s.q > 1)
        comba_toom_mul (k, rp, ap, an, bp, bn, &s, scratch);
      else if (s.p == 0 && COMBA_TOOM22_SHAPE (an, bn))
        comba_toom22_mul (k, rp, ap, an, bp, bn, scratch);
      else if (an < 2 * bn)
        comba_mul_pieces (k, rp, ap, an, bp, bn, bn, scratch);
      else
        k->mul_basecase (rp, ap, an, bp, bn);
    }
}

/* Apart, so that the basecase does not pay for the buffer. */
static void __attribute__ ((noinline))
mul_with_scratch (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                  mp_srcptr bp, mp_size_t bn)
{
  if (comba_is_ntt (k, an, bn) && comba_ntt_mul (k->ntt, rp, ap, an, bp, bn))
    return;

  struct comba_scratch s;
  mp_ptr scratch = comba_scratch_get (&s, comba_mul_itch (an, bn));
  if (likely (scratch != NULL))
    comba_mul_scratch (k, rp, ap, an, bp, bn, scratch);
  else
    k->mul_basecase (rp, ap, an, bp, bn);
  comba_scratch_put (&s);
}

void
comba_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
           mp_srcptr bp, mp_size_t bn)
{
  if (is_basecase (k, an, bn))
    k->mul_basecase (rp, ap, an, bp, bn);
  else
    mul_with_scratch (k, rp, ap, an, bp, bn);
}

void
comba_mul_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  comba_mul (k, rp, ap, n, bp, n);
}

size_t
comba_product_itch (mp_size_t an, mp_size_t bn)
{
  if (an < bn)
    return comba_product_itch (bn, an);
  size_t ntt = bn >= COMBA_PRODUCT_NTT_MIN ? comba_ntt_itch (an, bn) : 0;
  size_t toom = comba_mul_itch (an, bn);
  return ntt > toom ? ntt : toom;
}

void
comba_product (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
               mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  if (an < bn)
    comba_product (k, rp, bp, bn, ap, an, scratch);
  else if (comba_kernel_mul (k, rp, ap, an, bp, bn))
    return;
  else if (bn >= COMBA_PRODUCT_NTT_MIN && comba_is_ntt (k, an, bn) && k->ntt->itch (an, bn, 1) != 0)
    k->ntt->mul (&COMBA_POOL_ALONE (1), rp, ap, an, bp, bn, scratch);
  else
    comba_mul_scratch (k, rp, ap, an, bp, bn, scratch);
}

/* Toom-22's steps take t/4 products for each limb (mul/cost.c) where time is counted, in
   instructions about half of that; a step is an eighth of it.  A row of the basecase is
   about two steps, a call four, and its products take a sixteenth more than those in
   longer operands' Toom.  Fitted, and linear_cost as well, to instructions of the set adx. */
uint64_t
comba_steps_cost (const struct comba_config *k, mp_size_t n)
{
  const mp_size_t t = k->thresholds.mul_toom22;
  return (uint64_t) n * (t < 0 ? 0 : t > 256 ? 256 : t) / 32;
}

static uint64_t
basecase_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  const uint64_t products = (uint64_t) an * bn;
  return products + products / 16 + comba_steps_cost (k, 2 * bn + 4);
}

static uint64_t
toom_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  if (is_basecase (k, an, bn))
    return basecase_cost (k, an, bn);
  const int in_pieces = COMBA_PIECES_2_SHAPE (an, bn) && bn < k->thresholds.mul_toom42;
  if (in_pieces || COMBA_PIECES_3_SHAPE (an, bn))
    {
      const mp_size_t piece = in_pieces ? bn : 2 * bn;
      const mp_size_t whole = an - bn < piece ? 1 : (an - bn) / piece, rest = an - whole * piece;
      return whole * (toom_cost (k, piece, bn) + comba_steps_cost (k, bn + 8))
             + (rest < bn ? toom_cost (k, bn, rest) : toom_cost (k, rest, bn));
    }
  const struct comba_split s = choose (k, an, bn);
  if (s.p != 0 && s.q > 1)
    {
      const int points = s.p + s.q - 1;
      return points * toom_cost (k, s.h, s.h) + linear_cost (k, points, s.h);
    }
  if (s.p == 0 && COMBA_TOOM22_SHAPE (an, bn))
    {
      const mp_size_t h = an - an / 2;
      const uint64_t whole = toom_cost (k, h, h);
      return 2 * whole + (an == bn ? whole : toom_cost (k, an - h, bn - h))
             + comba_steps_cost (k, 4 * an + 16);
    }
  if (an < 2 * bn)
    return toom_cost (k, bn, bn) + toom_cost (k, bn, an - bn) + comba_steps_cost (k, bn + 8);
  return basecase_cost (k, an, bn);
}

/* Transforms take as long as Toom at their threshold, and from there on about as much for
   each limb. */
uint64_t
comba_mul_cost (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  if (an < bn)
    return comba_mul_cost (k, bn, an);
  if (bn == 0)
    return 0;
  const mp_size_t n = k->thresholds.mul_ntt;
  if (bn < COMBA_PRODUCT_NTT_MIN || !comba_is_ntt (k, an, bn) || n < 1)
    return toom_cost (k, an, bn);
  return toom_cost (k, n, n) / (2 * n) * (an + bn);
}
