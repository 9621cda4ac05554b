/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Writing recipes, and what they cost.  The contracts are in recipe.h.

   Costs are those of parallel/cost.h, in products of limbs: Toom-22's threshold t says
   how long linear steps take beside products (t/4 for the dozen or so of a limb), and a
   run of the team takes about half as long as a product of t limbs. */

#include "recipe.h"
#include "schedule.h"
#include "ntt/ntt.h"
#include "parallel/cost.h"

uint64_t
comba_cost_mul (const struct comba_kernels *k, mp_size_t an, mp_size_t bn)
{
  return an == 0 || bn == 0 ? 0 : comba_product_cost (k->thresholds.mul_toom22, an, bn);
}

uint64_t
comba_cost_sqr (const struct comba_kernels *k, mp_size_t n)
{
  uint64_t whole = comba_product_cost (k->thresholds.sqr_toom2, n, n);
  return whole - whole / 3;
}

/* Low limbs of a product: s of a, t of b, s <= t, of t. */
uint64_t
comba_cost_low (const struct comba_kernels *k, mp_size_t s, mp_size_t t)
{
  uint64_t square = comba_cost_mul (k, s, s);
  if (k->mul_columns != NULL && s < 2 * k->thresholds.mul_toom22)
    square -= square / 2;
  else if (s > 32)
    square -= square / 4;
  return square + comba_cost_mul (k, s, t - s);
}

uint64_t
comba_cost_add (const struct comba_kernels *k, mp_size_t n)
{
  return comba_linear_cost (k->thresholds.mul_toom22, n) / 8;
}

uint64_t
comba_cost_run (const struct comba_kernels *k)
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
block_cost (const struct comba_recipe *r, const struct comba_kernels *k,
            const struct comba_block *b)
{
  uint64_t folding = b->folded ? comba_cost_add (k, 4 * r->h) : 0;
  uint64_t product = r->square && !b->twice && b->a == b->b && b->an == b->bn
                     ? comba_cost_sqr (k, b->an) : comba_cost_mul (k, b->an, b->bn);
  return product + comba_cost_add (k, b->an + b->bn) + folding;
}

static mp_size_t
at_most (mp_size_t n, mp_size_t most)
{
  return n < most ? n : most;
}

/* The quotient, and its product with P. */
static uint64_t
reduction_cost (const struct comba_recipe *r, const struct comba_kernels *k,
                const struct comba_unit *u)
{
  mp_size_t t = u->low + u->high;
  uint64_t cost = comba_cost_low (k, at_most (u->len, t), t) + comba_cost_add (k, u->len);
  if (!r->gather_q)
    cost += comba_cost_mul (k, r->n, t) + comba_cost_add (k, r->n);
  return cost;
}

void
comba_recipe_close (struct comba_recipe *r, const struct comba_kernels *k)
{
  struct comba_unit *u = &r->unit[r->units - 1];
  const struct comba_block *b = &r->block[u->first];
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
comba_recipe_cut (struct comba_recipe *r, const struct comba_kernels *k,
                  enum comba_unit_kind kind, int phase, struct comba_block whole, int pieces,
                  mp_size_t less_at)
{
  int theta1 = 1, theta2 = 1;
  uint64_t best = UINT64_MAX;
  for (int t = 1; t <= pieces && t <= whole.bn; t++)
    {
      int s = (int) at_most (pieces / t, whole.an);
      uint64_t cost = comba_cost_mul (k, (whole.an + s - 1) / s, (whole.bn + t - 1) / t);
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
reduce_range (struct comba_recipe *r, const struct comba_kernels *k, int phase, mp_size_t first,
              mp_size_t len)
{
  if (len == 0)
    return;
  struct comba_unit *u = comba_recipe_unit (r, COMBA_UNIT_TERM, phase);
  u->at = first, u->len = len;
  comba_recipe_close (r, k);
}

/* Where range I of PIECES begins, in triangles that get smaller towards the end: equal
   areas of one of WHOLE limbs. */
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
comba_recipe_reduce (struct comba_recipe *r, const struct comba_kernels *k, int phase,
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
comba_has_transforms (const struct comba_kernels *k, mp_size_t n)
{
  return k->ntt != NULL && n - n / 3 >= k->thresholds.mul_ntt && k->ntt->itch (n, n, 1) != 0;
}

/* The caller's part: adding up what so many workers have of C, Q and the result, and the
   reduction; and runs of the team. */
static uint64_t
common_cost (const struct comba_recipe *r, const struct comba_kernels *k)
{
  int others = r->workers - 1;
  uint64_t cost = comba_cost_add (k, others * r->n + 4 * r->n);
  if (r->gather_c)
    cost += comba_cost_add (k, 2 * others * r->n);
  if (r->gather_q)
    cost += comba_cost_add (k, others * r->n);
  return cost + (others > 0 ? r->phases * comba_cost_run (k) : 0);
}

void
comba_recipe_for (struct comba_recipe *r, comba_recipe_fn *write, const struct comba_kernels *k,
                  int workers)
{
  r->blocks = r->units = 0;
  r->workers = workers;
  write (r, k, workers);
  comba_schedule (r);
  if (r->transforms)            /* which share their work nearly as well as it can be */
    r->busiest[0] = r->busiest[2] = comba_cost_mul (k, r->n, r->n) * 5 / 4 / workers;
  r->predicted = common_cost (r, k);
  for (int p = 0; p < r->phases; p++)
    r->predicted += r->busiest[p];
}

void
comba_recipe_make (struct comba_recipe *r, comba_recipe_fn *write, const struct comba_kernels *k,
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
