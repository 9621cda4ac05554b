/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* MC2x and MCMx, MCSQR2x and MCSQRMx (papers 004, 000): each thread has a range of the columns of
   the product.

   The ranges have equal numbers of limb products, not of columns.  A thread propagates carries
   within its range.  The carry out of its last column is pending until all threads have finished;
   then the caller adds it to the next range.  With two threads that is MC2x.  With more, MCMx
   stores the accumulators of all columns and resolves the carries in a pass over them (step 12 of
   004, step 7 of 000).  Here only T - 1 additions remain of that pass, and only limbs are stored.

   A configuration may have a kernel for columns.  For the others a digit is a strip of many limbs.
   b is cut into strips, and a thread adds up the products of strip j with those limbs of a for
   which the product's lowest limb, i + j, is in its range.  So a limb product a_i b_jj counts as
   one of column i + j, where its strip begins.  Every column of strips is a long product for the
   configuration's own kernels, wherever a range ends.  More limbs are pending: a strip of them.

   Time depends on the values: on long carries out of pending limbs. */

#include "mul/paths/paths.h"
#include "parallel/job_memory.h"
#include "arith/arith.h"
#include "mul/ladder.h"
#include "mul/toom/toom.h"

/* Bounds for the limbs of a strip: additions take 1/STRIP_MAX of the products' time, shorter strips
   leave fewer limbs pending, and a basecase does several rows at once. */
enum { STRIP_MAX = 64, STRIP_MIN = 8 };

/* This path refuses larger operands, so numbers of limb products are below 2^63. */
#define COLUMNS_MAX ((mp_size_t) 1 << 30)

/* Posted to workers. */
struct work
{
  const struct comba_config *k;
  mp_ptr rp;
  mp_srcptr ap, bp;             /* bp is NULL for a square */
  mp_size_t an, bn;
  mp_size_t strip, strips;
  mp_ptr memory;                /* EACH limbs for each range */
  size_t each;
  int ranges;
};

_Static_assert (sizeof (struct work) <= COMBA_POST_BYTES, "must fit in a mailbox");

/* The number of limb products in the columns below k. */
static uint64_t
products_below (mp_size_t k, mp_size_t an, mp_size_t bn)
{
  uint64_t m;
  if (k <= bn)
    return (uint64_t) k * (k + 1) / 2;
  if (k <= an)
    return (uint64_t) bn * (bn + 1) / 2 + (uint64_t) (k - bn) * bn;
  m = (uint64_t) (an + bn - k);
  return (uint64_t) an * bn - m * (m - 1) / 2;
}

/* The first column that has at least WANTED products below it. */
static mp_size_t
column_after (uint64_t wanted, mp_size_t an, mp_size_t bn)
{
  mp_size_t low = 0, high = an + bn;
  while (low < high)
    {
      mp_size_t middle = low + (high - low) / 2;
      if (products_below (middle, an, bn) < wanted)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The beginning of range t. */
static mp_size_t
first_column (const struct work *w, int t)
{
  if (t == w->ranges)
    return w->an + w->bn;
  const uint64_t all = (uint64_t) w->an * w->bn, ranges = (uint64_t) w->ranges;
  const uint64_t wanted = all / ranges * (uint64_t) t + all % ranges * (uint64_t) t / ranges;
  /* The products of a strip count as products of the column where it begins. */
  mp_size_t column = column_after (wanted, w->an, w->bn) - w->strip / 2;
  return column > 0 ? column : 0;
}

/* The pending limbs of a range of strips: a strip, or two for the squares on the diagonal, and a
   carry. */
static mp_size_t
pending_limbs (const struct work *w)
{
  return w->strip == 0 ? 2 : w->bp == NULL ? 2 * w->strip + 1 : w->strip + 1;
}

/* The beginning of strip i of b.  The first strip is the shortest, so the sum of the products of
   the first strips never extends beyond that of the next, and its carry meets zeros. */
static mp_size_t
strip_at (const struct work *w, mp_size_t i)
{
  return i == 0 ? 0 : w->bn - (w->strips - i) * w->strip;
}

/* sum[AT..] += limbs LOW to HIGH - 1 of a times the strip J to NEXT - 1 of b. */
static void
add_product (const struct work *w, mp_ptr sum, mp_ptr product, mp_size_t low, mp_size_t high,
             mp_size_t j, mp_size_t next)
{
  mp_size_t an = high - low, bn = next - j, n = an + bn;
  mp_srcptr a = w->ap + low, b = (w->bp != NULL ? w->bp : w->ap) + j;
  if (an >= bn)
    comba_mul_basecase (w->k, product, a, an, b, bn);
  else
    comba_mul_basecase (w->k, product, b, bn, a, an);
  sum[n] += w->k->toom->add_n (sum, sum, product, n);
}

/* sum[0..end-first+strip] = the products of strips in the columns first..end-1; for a square only
   those with the limbs above a strip. */
static void
add_products (const struct work *w, mp_ptr sum, mp_ptr product, mp_size_t first, mp_size_t end)
{
  for (mp_size_t i = 0; i < w->strips; i++)
    {
      mp_size_t j = strip_at (w, i), next = strip_at (w, i + 1);
      mp_size_t low = w->bp == NULL ? next : 0, high = end - j < w->an ? end - j : w->an;
      if (low < first - j)
        low = first - j;
      if (low < high)
        add_product (w, sum + low + j - first, product, low, high, j, next);
    }
}

/* sum[0..n-1] = 2 sum + the squares of the strips in the columns first..end-1. */
static void
add_squares (const struct work *w, mp_ptr sum, mp_size_t n, mp_ptr squares, mp_size_t first,
             mp_size_t end)
{
  memset (squares, 0, n * sizeof (mp_limb_t));
  for (mp_size_t i = 0; i < w->strips; i++)
    {
      mp_size_t j = strip_at (w, i), next = strip_at (w, i + 1);
      if (first <= 2 * j && 2 * j < end)
        comba_sqr_basecase (w->k, squares + 2 * j - first, w->ap + j, next - j);
    }
  w->k->toom->add_n (sum, sum, sum, n);
  w->k->toom->add_n (sum, sum, squares, n);
}

/* Stores the pending limbs at the end of range t at the beginning of its memory. */
static void
do_range (void *arg, int t)
{
  const struct work *w = arg;
  mp_size_t first = first_column (w, t), end = first_column (w, t + 1), pending = pending_limbs (w);
  mp_ptr to = w->memory + t * w->each;
  if (first == end)
    memset (to, 0, pending * sizeof (mp_limb_t));
  else if (w->strip > 0)
    {
      mp_size_t n = end - first + pending;
      mp_ptr sum = to + pending, product = sum + n;
      memset (sum, 0, n * sizeof (mp_limb_t));
      add_products (w, sum, product, first, end);
      if (w->bp == NULL)
        add_squares (w, sum, n, product, first, end);
      memcpy (w->rp + first, sum, (end - first) * sizeof (mp_limb_t));
      memcpy (to, sum + end - first, pending * sizeof (mp_limb_t));
    }
  else if (w->bp != NULL)
    w->k->mul_columns (w->rp, w->ap, w->an, w->bp, w->bn, first, end, to);
  else
    w->k->sqr_columns (w->rp, w->ap, w->an, first, end, to);
}

static void
add_pending (const struct work *w)
{
  mp_size_t all = w->an + w->bn;
  for (int t = 0; t < w->ranges - 1; t++)
    {
      mp_size_t at = first_column (w, t + 1), n = pending_limbs (w);
      if (n > all - at)
        n = all - at;
      mp_limb_t carry = comba_add_in_var (w->rp + at, all - at, w->memory + t * w->each, n);
      ASSERT (carry == 0);
      (void) carry;
    }
}

static int
by_columns (struct work *w, const struct comba_pool *pool, int has_kernel)
{
  if (w->an > COLUMNS_MAX)
    return 0;
  w->ranges = pool->threads;
  if (!has_kernel)
    {
      mp_size_t strip = w->an / w->ranges;
      w->strip = strip < STRIP_MIN ? STRIP_MIN : strip > STRIP_MAX ? STRIP_MAX : strip;
      w->strips = (w->bn + w->strip - 1) / w->strip;
    }

  mp_size_t longest = 0;
  for (int t = 0; t < w->ranges && !has_kernel; t++)
    {
      mp_size_t length = first_column (w, t + 1) - first_column (w, t);
      longest = length > longest ? length : longest;
    }
  w->each = comba_worker_limbs (pending_limbs (w) + (has_kernel ? 0 : 2 * (longest + pending_limbs (w))));

  struct comba_scratch s;
  w->memory = comba_worker_memory_get (&s, pool, w->ranges * w->each);
  if (w->memory == NULL)
    return 0;
  comba_pool_post (pool, do_range, w, sizeof *w);
  add_pending (w);
  comba_scratch_put (&s);
  return 1;
}

int
comba_mul_columns (const struct comba_config *k, const struct comba_pool *pool, mp_ptr rp,
                   mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct work w = { .k = k, .rp = rp, .ap = ap, .bp = bp, .an = an, .bn = bn };
  return by_columns (&w, pool, k->mul_columns != NULL);
}

int
comba_sqr_columns (const struct comba_config *k, const struct comba_pool *pool, mp_ptr rp,
                   mp_srcptr ap, mp_size_t n)
{
  struct work w = { .k = k, .rp = rp, .ap = ap, .an = n, .bn = n };
  return by_columns (&w, pool, k->sqr_columns != NULL);
}
