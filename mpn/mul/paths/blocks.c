/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A product in theta1 x theta2 blocks (paper 003, section 4): a is cut into theta1 parts and b into
   theta2.  Each thread multiplies one part of a by one of b; then each thread adds up a range of
   the result.

   The carry out of a range is pending until all ranges are done (as in mul/paths/columns.c). */

#include "mul/paths/paths.h"
#include "parallel/job_memory.h"
#include "mul/cost.h"
#include "arith/arith.h"
#include "mul/toom/toom.h"

struct work
{
  const struct comba_config *k;
  mp_ptr rp;
  mp_srcptr ap, bp;
  mp_size_t an, bn;
  int theta1, theta2;
  mp_size_t h1, h2;             /* limbs of a part, except for the last ones */
  mp_ptr memory;                /* EACH limbs for each thread: its block's product and scratch; the
                                   last limb is the pending carry of its range */
  size_t each;
  int ranges;
};

struct block
{
  mp_size_t i, j;               /* the beginnings of its parts */
  mp_size_t an, bn;
  mp_ptr product;
};

static struct block
block (const struct work *w, int t)
{
  mp_size_t i = t % w->theta1 * w->h1, j = t / w->theta1 * w->h2;
  return (struct block) {
    .i = i, .j = j,
    .an = w->an - i < w->h1 ? w->an - i : w->h1,
    .bn = w->bn - j < w->h2 ? w->bn - j : w->h2,
    .product = w->memory + t * w->each,
  };
}

static int
blocks (const struct work *w)
{
  return w->theta1 * w->theta2;
}

static void
multiply (void *arg, int t)
{
  const struct work *w = arg;
  if (t >= blocks (w))
    return;
  struct block b = block (w, t);
  mp_ptr scratch = b.product + w->h1 + w->h2;
  if (b.an >= b.bn)
    comba_mul_scratch (w->k, b.product, w->ap + b.i, b.an, w->bp + b.j, b.bn, scratch);
  else
    comba_mul_scratch (w->k, b.product, w->bp + b.j, b.bn, w->ap + b.i, b.an, scratch);
}

static mp_ptr
pending (const struct work *w, int t)
{
  return w->memory + (t + 1) * w->each - 1;
}

static mp_size_t
range_start (const struct work *w, int t)
{
  return (mp_size_t) ((uint64_t) (w->an + w->bn) * t / w->ranges);
}

/* Range t of the result is the sum of the blocks that reach into it. */
static void
add_up (void *arg, int t)
{
  const struct work *w = arg;
  mp_size_t first = range_start (w, t), end = range_start (w, t + 1);
  mp_limb_t carry = 0;
  memset (w->rp + first, 0, (end - first) * sizeof (mp_limb_t));
  for (int i = 0; i < blocks (w); i++)
    {
      struct block b = block (w, i);
      mp_size_t at = b.i + b.j;
      mp_size_t low = first > at ? first : at;
      mp_size_t high = end < at + b.an + b.bn ? end : at + b.an + b.bn;
      if (low < high)
        {
          mp_limb_t c = w->k->toom->add_n (w->rp + low, w->rp + low, b.product + low - at, high - low);
          carry += comba_add_1_var (w->rp + high, end - high, c);
        }
    }
  *pending (w, t) = carry;
}

static void
add_pending (const struct work *w)
{
  mp_size_t all = w->an + w->bn;
  for (int t = 0; t < w->ranges - 1; t++)
    {
      mp_size_t at = range_start (w, t + 1);
      mp_limb_t carry = comba_add_1_var (w->rp + at, all - at, *pending (w, t));
      ASSERT (carry == 0);
      (void) carry;
    }
}

/* The cut with the shortest blocks among those with at most as many blocks as threads. */
static void
choose (struct work *w, int threads)
{
  uint64_t best = 0;
  for (int theta2 = 1; theta2 <= threads && theta2 <= w->bn; theta2++)
    {
      int theta1 = threads / theta2;
      if (theta1 > w->an)
        theta1 = (int) w->an;
      mp_size_t h1 = (w->an + theta1 - 1) / theta1, h2 = (w->bn + theta2 - 1) / theta2;
      uint64_t cost = comba_toom_cost (w->k, h1, h2);
      if (theta2 == 1 || cost < best)
        {
          best = cost;
          w->h1 = h1, w->h2 = h2;
          w->theta1 = (int) ((w->an + h1 - 1) / h1), w->theta2 = (int) ((w->bn + h2 - 1) / h2);
        }
    }
}

int
comba_mul_blocks (const struct comba_config *k, const struct comba_pool *pool, mp_ptr rp,
                  mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (an > COMBA_COST_MAX)
    return 0;
  struct work chosen = { .k = k, .rp = rp, .ap = ap, .bp = bp, .an = an, .bn = bn };
  choose (&chosen, pool->threads);
  if (blocks (&chosen) < 2)
    return 0;
  mp_size_t h1 = chosen.h1, h2 = chosen.h2;
  size_t own = comba_worker_limbs_of_bytes (sizeof chosen);
  chosen.each = comba_worker_limbs ((size_t) (h1 + h2)
                            + (h1 > h2 ? comba_mul_itch (h1, h2) : comba_mul_itch (h2, h1)) + 1);
  /* A shorter result is added up by the caller: a call of the pool takes longer.  The threshold is
     the one for waking workers. */
  chosen.ranges = an + bn >= k->thresholds.parallel_wake ? pool->threads : 1;

  struct comba_scratch s;
  mp_ptr memory = comba_worker_memory_get (&s, pool, own + pool->threads * chosen.each);
  if (memory == NULL)
    return 0;
  chosen.memory = memory + own;
  struct work *w = memcpy (memory, &chosen, sizeof chosen);
  comba_pool_run (pool, multiply, w);
  if (w->ranges > 1)
    {
      comba_pool_run (pool, add_up, w);
      add_pending (w);
    }
  else
    add_up (w, 0);
  comba_scratch_put (&s);
  return 1;
}
