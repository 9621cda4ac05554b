/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The point products of Toom, divided among the threads; those of Toom-22 form a tree.

   Each thread evaluates the points of its own products, so there is only one call of the pool.  Two
   threads that share a pair of points both evaluate it.  The caller interpolates.

   The number of points is the one for which the busiest thread finishes first: two threads do three
   products of n/2 limbs in 2 steps, nine of n/4 in 5.

   In the tree of Toom-22 the leaves are numbered, and a thread has a range of them.  A node whose
   leaves all belong to one thread is one product for that thread.  Only nodes that contain the end
   of a range are divided. */

#include "mul/paths/paths.h"
#include "parallel/job_memory.h"
#include "mul/cost.h"
#include "parallel/hand_over.h"
#include "mul/toom/toom.h"

/* The members that Toom-22's workers read come first: they are posted. */
struct work
{
  const struct comba_config *k;
  int threads, leaves;          /* of Toom-22, or else 0 */
  mp_ptr rp;
  mp_srcptr ap, bp;             /* bp is NULL for a square */
  mp_size_t an, bn;
  mp_ptr memory;                /* shared by all threads */
  mp_ptr scratch;               /* EACH limbs for each thread; the last limb is for signs */
  size_t each;

  mp_ptr copies;                /* Toom-22: of the factors, for the caller */

  /* Toom in more points. */
  struct comba_split split;
  struct comba_toom_product toom;
};

/* Toom-22 */

struct node
{
  mp_ptr rp;
  mp_srcptr ap, bp;             /* bp is NULL for a square */
  mp_size_t an, bn;
  mp_ptr memory;                /* the middle product, its sign, the memory of the children */
  int first, leaves;
  int is_middle, is_negative;
};

static size_t
node_itch (mp_size_t n, int leaves)
{
  mp_size_t h = n - n / 2;
  return leaves == 1 ? 0 : comba_worker_limbs (2 * (size_t) h + 1) + 3 * node_itch (h, leaves / 3);
}

static struct node
root (const struct work *w)
{
  return (struct node) {
    .rp = w->rp, .ap = w->ap, .bp = w->bp, .an = w->an, .bn = w->bn, .memory = w->memory,
    .first = 0, .leaves = w->leaves,
  };
}

/* For the middle product, i = 2, everything except the factors. */
static struct node
child (const struct node *x, int i)
{
  mp_size_t s = x->an / 2, h = x->an - s;
  struct node y = {
    .rp = x->rp, .ap = x->ap, .bp = x->bp, .an = h, .bn = h, .leaves = x->leaves / 3,
    .first = x->first + i * (x->leaves / 3),
    .memory = x->memory + comba_worker_limbs (2 * h + 1) + i * node_itch (h, x->leaves / 3),
  };
  if (i == 1)
    {
      y.rp += 2 * h, y.ap += h, y.an = s, y.bn = x->bn - h;
      if (y.bp != NULL)
        y.bp += h;
    }
  else if (i == 2)
    y.rp = x->memory, y.is_middle = 1;
  return y;
}

/* The factors are made in SCRATCH, 2 h limbs. */
static void
make_factors (const struct work *w, const struct node *x, struct node *middle, mp_ptr scratch)
{
  mp_size_t s = x->an / 2, h = x->an - s;
  mp_ptr a = scratch, b = a + h;
  int negative = comba_toom2_abs_difference (w->k, a, x->ap, h, x->ap + h, s);
  middle->ap = a;
  if (x->bp == NULL)
    return;
  middle->is_negative = negative
                        ^ comba_toom2_abs_difference (w->k, b, x->bp, h, x->bp + h, x->bn - h);
  middle->bp = b;
}

/* A thread has products FIRST to END - 1.  The first threads have more, including the caller, whose
   own products are in its cache when it recomposes. */
struct range
{
  int first, end;
};

static int
steps (int products, int threads)
{
  return (products + threads - 1) / threads;
}

static struct range
range_of (int t, int products, int threads)
{
  return (struct range) { steps (products * t, threads), steps (products * (t + 1), threads) };
}

static void
multiply_node (const struct work *w, const struct node *x, mp_ptr scratch)
{
  if (x->bp == NULL)
    comba_sqr_scratch (w->k, x->rp, x->ap, x->an, scratch);
  else
    comba_mul_scratch (w->k, x->rp, x->ap, x->an, x->bp, x->bn, scratch);
}

static int
begins_with (const struct node *x, struct range own)
{
  return own.first <= x->first && x->first < own.end;
}

static int
is_within (const struct node *x, struct range own)
{
  return own.first <= x->first && x->first + x->leaves <= own.end;
}

/* A thread's part of node x, which contains some of its leaves.  The caller, which has the first
   leaves, reads the others' products when it recomposes. */
static void
do_node (const struct work *w, const struct node *x, struct range own, mp_ptr scratch)
{
  const int divided = !is_within (x, own) && COMBA_TOOM22_SHAPE (x->an, x->bn);
  if (begins_with (x, own))
    {
      const mp_size_t n = x->an + x->bn;
      if (!divided)
        multiply_node (w, x, scratch);
      if (x->is_middle)
        x->rp[n] = x->is_negative;
      if (!divided && own.first > 0)
        comba_hand_over (x->rp, n + x->is_middle);
    }
  for (int i = 0, third = x->leaves / 3, first = x->first; i < 3 && divided; i++, first += third)
    if (first < own.end && own.first < first + third)
      {
        struct node y = child (x, i);
        mp_size_t h = y.an;
        if (i == 2)
          make_factors (w, x, &y, scratch);
        do_node (w, &y, own, i == 2 ? scratch + 2 * h : scratch);
      }
}

static int
owner (const struct work *w, int leaf)
{
  return leaf * w->threads / w->leaves;
}

static void
recompose (const struct work *w, const struct node *x)
{
  for (int i = 0; i < 3 && x->leaves > 3; i++)
    {
      struct node y = child (x, i);
      if (owner (w, y.first) != owner (w, y.first + y.leaves - 1) && COMBA_TOOM22_SHAPE (y.an, y.bn))
        recompose (w, &y);
    }
  mp_size_t h = x->an - x->an / 2;
  comba_fetch_result (x->memory, 2 * h + 1);
  w->k->toom->recompose2 (x->rp, x->an + x->bn, x->memory, h, x->memory[2 * h] != 0);
}

/* The caller has often just made the factors.  When others read them, they leave its cache and have
   to come back, unless the caller, with fewer limbs, has read them before.  The factors of a square
   are read sooner. */
static void
copy_factors (const struct work *w, struct node *x)
{
  if ((w->bp != NULL ? w->an : 5 * w->an / 6) < w->k->points_copied)
    return;
  const mp_ptr b = w->copies + comba_worker_limbs (w->an);
  x->ap = memcpy (w->copies, w->ap, (size_t) w->an * sizeof (mp_limb_t));
  if (w->bp != NULL)
    x->bp = memcpy (b, w->bp, (size_t) w->bn * sizeof (mp_limb_t));
}

static void
do_leaves (void *arg, int t)
{
  const struct work *w = arg;
  struct node x = root (w);
  if (t == 0 && w->threads > 1)
    copy_factors (w, &x);
  do_node (w, &x, range_of (t, w->leaves, w->threads), w->scratch + t * w->each);
}

/* More points */

static mp_ptr
signs (const struct work *w, int t)
{
  return w->scratch + (t + 1) * w->each - 1;
}

static void
do_points (void *arg, int t)
{
  const struct work *w = arg;
  struct range own = range_of (t, w->toom.points, w->threads);
  *signs (w, t) = comba_toom_point_products (&w->toom, own.first, own.end, w->scratch + t * w->each);
}

static void
interpolate (const struct work *w)
{
  unsigned negative = 0;
  for (int t = 0; t < w->threads; t++)
    negative |= (unsigned) *signs (w, t);
  comba_toom_end (&w->toom, negative);
}

/* The choice */

/* The cost for the thread with the most products, where pieces have h limbs. */
static uint64_t
products_cost (const struct work *w, int products, mp_size_t h)
{
  const uint64_t product = comba_toom_cost (w->k, h, h);
  return (uint64_t) steps (products, w->threads) * (w->bp != NULL ? product : comba_square_cost (product));
}

/* After the products, the caller does linear steps and waits for the results from the caches of
   other CPUs.  At each level of the tree the wait is 3/2 as long as the steps of Toom-22 there;
   for the values at points it is six times as long as their steps.  Half the steps of Toom in more
   points are evaluations, which the threads share. */
static uint64_t
levels_cost (const struct work *w, int levels)
{
  return 5 * (uint64_t) levels * comba_toom22_steps_cost (w->k, w->an) / 2;
}

static uint64_t
points_cost (const struct work *w, int count, mp_size_t h)
{
  return comba_points_steps_cost (w->k, count, h) / 2 + 6 * comba_toom22_steps_cost (w->k, w->an);
}

/* Sets w->leaves or w->split; returns 0 if neither suits these sizes.  Short operands that suit
   Toom-22 always use it: a comparison would take too long. */
static int
choose (struct work *w)
{
  static const int points[] = { 4, 5, 6, 7, 8, 11, 12, 15, 16 };
  const struct comba_thresholds *t = &w->k->thresholds;
  mp_size_t an = w->an, bn = w->bn;
  uint64_t best = UINT64_MAX;

  if (COMBA_TOOM22_SHAPE (an, bn) && an - bn <= an / 8)
    {
      mp_size_t h = an;
      for (int levels = 1, leaves = 3; levels <= 3; levels++, leaves *= 3)
        {
          h -= h / 2;
          uint64_t c = products_cost (w, leaves, h) + levels_cost (w, levels);
          if (c < best)
            best = c, w->leaves = leaves;
        }
      if (an < (w->bp != NULL ? t->mul_toom33 : t->sqr_toom3))
        return 1;
    }
  for (size_t i = 0; comba_toom_has_points (w->k) && i < sizeof points / sizeof points[0]; i++)
    {
      struct comba_split split;
      if (!comba_toom_split (&split, an, bn, points[i]))
        continue;
      uint64_t c = products_cost (w, points[i], COMBA_TOOM_VALUE (split.h))
                   + points_cost (w, points[i], split.h);
      if (c < best)
        best = c, w->leaves = 0, w->split = split;
    }
  return best < UINT64_MAX;
}

_Static_assert (offsetof (struct work, copies) <= COMBA_POST_BYTES, "must fit in a mailbox");

static void
by_leaves (struct work *w, const struct comba_pool *pool)
{
  comba_pool_post (pool, do_leaves, w, offsetof (struct work, copies));
  struct node x = root (w);
  if (w->threads > 1)           /* otherwise it is one product */
    recompose (w, &x);
}

static int
by_points (struct work *chosen, const struct comba_pool *pool)
{
  chosen->threads = pool->threads;
  if (chosen->an > COMBA_COST_MAX || !choose (chosen))
    return 0;
  const int leaves = chosen->leaves;
  const struct comba_split *split = &chosen->split;
  const size_t own = leaves > 0 ? 2 * comba_worker_limbs (chosen->an) : comba_worker_limbs_of_bytes (sizeof *chosen);
  size_t common = comba_worker_limbs (leaves > 0 ? node_itch (chosen->an, leaves)
                              : comba_toom_rows_itch (split->p + split->q - 1, split->h));
  chosen->each = comba_worker_limbs (1 + (leaves > 0 ? comba_toom_itch (chosen->an)
                                  : comba_toom_point_itch (split->h)));

  struct comba_scratch s;
  mp_ptr memory = comba_worker_memory_get (&s, pool, own + common + chosen->threads * chosen->each);
  if (memory == NULL)
    return 0;
  chosen->copies = memory;
  chosen->memory = memory + own;
  chosen->scratch = chosen->memory + common;
  if (leaves > 0)
    by_leaves (chosen, pool);
  else
    {
      struct work *w = memcpy (memory, chosen, sizeof *chosen);
      comba_toom_begin (&w->toom, w->k, w->rp, w->ap, w->an, w->bp, w->bn, &w->split, w->memory);
      comba_pool_run (pool, do_points, w);
      interpolate (w);
    }
  comba_scratch_put (&s);
  return 1;
}

int
comba_mul_points (const struct comba_config *k, const struct comba_pool *pool, mp_ptr rp,
                  mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct work w = { .k = k, .rp = rp, .ap = ap, .bp = bp, .an = an, .bn = bn };
  return by_points (&w, pool);
}

int
comba_sqr_points (const struct comba_config *k, const struct comba_pool *pool, mp_ptr rp,
                  mp_srcptr ap, mp_size_t n)
{
  struct work w = { .k = k, .rp = rp, .ap = ap, .an = n, .bn = n };
  return by_points (&w, pool);
}
