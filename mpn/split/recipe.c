/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Writing recipes, and their costs.  The contracts are in split/recipe.h.

   Costs are in the unit of mul/cost.h.  Products have the costs of the model there.  Short products
   and partial reductions have their own cost functions (mul/short.h, residue/reduce.h).  Sums cost
   what split/run.c does for them.  A call of the pool takes about half as long as a product of t
   limbs, t Toom-22's threshold. */

#include "split/recipe.h"
#include "residue/reduce.h"
#include "split/schedule.h"
#include "mul/ntt/ntt.h"
#include "mul/cost.h"
#include "mul/mul.h"

/* A sum takes about one step for each limb, and a call. */
uint64_t
comba_cost_add (const struct comba_config *k, mp_size_t n)
{
  return comba_steps_cost (k, n + 8);
}

/* A product, its reduction, and the last step. */
uint64_t
comba_cost_montgomery (const struct comba_config *k, mp_size_t n)
{
  return comba_mul_cost (k, n, n) + comba_pmr_cost (k, 2 * n, n, n) + comba_cost_add (k, n);
}

/* A call of the pool without its jobs takes about as long as a basecase product of 0.7 mul_toom22
   limbs.  The jobs of a schedule are hundreds of times as long, so this figure need not be
   exact. */
uint64_t
comba_cost_run (const struct comba_config *k)
{
  uint64_t t = (uint64_t) k->thresholds.mul_toom22;
  return t < 1000 ? t * t / 2 : 500000;
}

struct comba_unit *
comba_recipe_unit (struct comba_recipe *r, enum comba_unit_kind kind, int phase)
{
  struct comba_unit *u = &r->unit[r->units++];
  *u = (struct comba_unit) {
    .kind = kind, .first = r->blocks, .first_phase = phase, .last_phase = phase,
  };
  return u;
}

void
comba_recipe_block (struct comba_recipe *r, struct comba_block b)
{
  r->block[r->blocks++] = b;
  r->unit[r->units - 1].blocks++;
}

static uint64_t
block_cost (const struct comba_recipe *r, const struct comba_config *k,
            const struct comba_block *b)
{
  uint64_t folding = b->folded ? comba_cost_add (k, 4 * r->h) : 0;
  uint64_t product = r->square && !b->twice && b->a == b->b && b->an == b->bn
                     ? comba_square_cost (comba_mul_cost (k, b->an, b->an)) : comba_mul_cost (k, b->an, b->bn);
  return product + comba_cost_add (k, b->an + b->bn) + folding;
}

static mp_size_t
at_most (mp_size_t n, mp_size_t most)
{
  return n < most ? n : most;
}

/* The quotient of a term, from below or above, is added up, or else its product with P is; limbs
   that are zeroed from below go into the result with that product. */
static uint64_t
reduction_cost (const struct comba_recipe *r, const struct comba_config *k,
                const struct comba_unit *u)
{
  const mp_size_t n = r->n, low = u->low, high = u->high;
  const uint64_t sum = comba_cost_add (k, u->len);
  if (low + high == 0)
    return sum;
  if (low > 0 && !r->gather_q)
    return comba_pmr_cost (k, u->len, low, n)
           + comba_cost_add (k, u->len - low > n ? u->len - low : n);
  const uint64_t quotient = low > 0 ? comba_pmr_quotient_cost (k, u->len, low)
                            : comba_pbr_quotient_cost (k, at_most (u->len, high), high);
  if (r->gather_q)
    return sum + quotient + comba_cost_add (k, low + high);
  return sum + quotient + comba_mul_cost (k, n, high) + comba_cost_add (k, n + high);
}

void
comba_recipe_close (struct comba_recipe *r, const struct comba_config *k)
{
  struct comba_unit *u = &r->unit[r->units - 1];
  const struct comba_block *b = &r->block[u->first];
  u->cost = comba_steps_cost (k, 32);
  for (int i = 0; i < u->blocks; i++)
    {
      mp_size_t at = b[i].a + b[i].b + (b[i].folded ? r->h : 0);
      mp_size_t end = at + b[i].an + b[i].bn;
      if (i == 0)
        u->at = at;
      if (end > u->at + u->len)
        u->len = end - u->at;
      u->cost += block_cost (r, k, &b[i]);
    }
  if (u->kind != COMBA_UNIT_TERM)
    return;
  if (u->at < r->h)
    u->low = r->h - u->at;
  else if (u->at + u->len > r->n + r->h)
    u->high = u->at + u->len - r->n - r->h;
  u->cost += reduction_cost (r, k, u);
}

void
comba_recipe_cut (struct comba_recipe *r, const struct comba_config *k,
                  enum comba_unit_kind kind, int phase, struct comba_block whole, int pieces,
                  mp_size_t less_at)
{
  int theta1 = 1, theta2 = 1;
  uint64_t best = UINT64_MAX;
  for (int t = 1; t <= pieces && t <= whole.bn; t++)
    {
      int s = (int) at_most (pieces / t, whole.an);
      uint64_t cost = comba_mul_cost (k, (whole.an + s - 1) / s, (whole.bn + t - 1) / t);
      if (cost < best)
        best = cost, theta1 = s, theta2 = t;
    }
  for (int i = 0; i < theta1; i++)
    for (int j = 0; j < theta2; j++)
      {
        struct comba_block b = whole;
        mp_size_t a = whole.an * i / theta1, c = whole.bn * j / theta2;
        b.a += a, b.an = whole.an * (i + 1) / theta1 - a;
        b.b += c, b.bn = whole.bn * (j + 1) / theta2 - c;
        comba_recipe_unit (r, kind, phase)->less_at = less_at > 0 ? less_at + a + c : 0;
        comba_recipe_block (r, b);
        comba_recipe_close (r, k);
      }
}

/* Limbs first..first+len-1 of C. */
static void
reduce_range (struct comba_recipe *r, const struct comba_config *k, int phase, mp_size_t first,
              mp_size_t len)
{
  if (len == 0)
    return;
  struct comba_unit *u = comba_recipe_unit (r, COMBA_UNIT_TERM, phase);
  u->at = first, u->len = len;
  comba_recipe_close (r, k);
}

/* The beginning of range I of PIECES in a triangle that narrows towards the end: equal areas of one
   of WHOLE limbs. */
static mp_size_t
triangle_start (mp_size_t whole, int i, int pieces)
{
  mp_size_t x = 0;
  while (x < whole && (uint64_t) (whole - x) * (whole - x) * pieces
                      > (uint64_t) whole * whole * (pieces - i))
    x++;
  return x;
}

void
comba_recipe_reduce (struct comba_recipe *r, const struct comba_config *k, int phase,
                     mp_size_t cn, int workers)
{
  int pieces = workers % 2 == 0 ? workers / 2 : workers;
  mp_size_t high = cn - r->n - r->h;
  for (int i = 0; i < pieces; i++)
    {
      mp_size_t a = triangle_start (r->h, i, pieces), b = triangle_start (r->h, i + 1, pieces);
      reduce_range (r, k, phase, a, b - a);
      a = triangle_start (high, i, pieces), b = triangle_start (high, i + 1, pieces);
      reduce_range (r, k, phase, cn - b, b - a);
    }
  if (r->gather_q && !r->transforms)
    comba_recipe_cut (r, k, COMBA_UNIT_SLICE, phase + 1,
                      (struct comba_block) { .an = r->n, .bn = r->n }, workers, 0);
}

int
comba_has_transforms (const struct comba_config *k, mp_size_t n)
{
  return k->ntt != NULL && n - n / 3 >= k->thresholds.mul_ntt && k->ntt->itch (n, n, 1) != 0;
}

/* Adding another worker's sum of n limbs, which comes from its cache. */
static uint64_t
gather_cost (const struct comba_config *k, mp_size_t n)
{
  return comba_cost_add (k, n + n / 4);
}

/* The work outside of units: clearing the workers' sums of C, Q and the result, adding them up, the
   last reduction, and calls of the pool. */
static uint64_t
common_cost (const struct comba_recipe *r, const struct comba_config *k)
{
  const int others = r->workers - 1;
  const mp_size_t n = r->n, c = r->gather_c ? 2 * n : 0, q = r->gather_q ? n : 0;
  const mp_size_t result = n + (r->gather_q ? r->h : 0);
  uint64_t cost = comba_cost_add (k, (c + q + result) / 4) + comba_cost_add (k, 6 * n);
  cost += others * gather_cost (k, result);
  if (c > 0)
    cost += others * gather_cost (k, c) + comba_cost_add (k, c);
  if (q > 0)
    cost += others * gather_cost (k, q);
  return cost + (others > 0 ? r->phases * comba_cost_run (k) : 0);
}

void
comba_recipe_for (struct comba_recipe *r, comba_recipe_fn *write, const struct comba_config *k,
                  int workers)
{
  r->blocks = r->units = 0;
  r->workers = workers;
  write (r, k, workers);
  comba_schedule (r);
  if (r->transforms)            /* these divide their work almost evenly */
    r->busiest[0] = r->busiest[2] = comba_mul_cost (k, r->n, r->n) * 5 / 4 / workers;
  r->predicted = common_cost (r, k);
  for (int p = 0; p < r->phases; p++)
    r->predicted += r->busiest[p];
}

void
comba_recipe_make (struct comba_recipe *r, comba_recipe_fn *write, const struct comba_config *k,
                   int threads)
{
  int best = 1;
  uint64_t shortest = UINT64_MAX;
  for (int workers = 1; workers <= threads; workers++)
    {
      comba_recipe_for (r, write, k, workers);
      if (r->predicted < shortest)
        shortest = r->predicted, best = workers;
    }
  comba_recipe_for (r, write, k, best);
}
