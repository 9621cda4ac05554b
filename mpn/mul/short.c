/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Short products: the low or the high half of a product.  Where a kernel can compute only the
   needed columns, it does.  Where that is faster, blocks of rows as long as needed are used, or the
   full product.  Otherwise the product is divided as in Mulders 2000: with n = m + h, a full
   product of m x m limbs and two short products of h limbs. */

#include "mul/short.h"
#include "mul/cost.h"
#include "mul/mul.h"
#include "arith/arith.h"
#include <string.h>

static int
is_columns (const struct comba_config *k, mp_size_t n)
{
  return k->mul_columns != NULL && n >= 8 && n / 2 < k->thresholds.mul_toom22;
}

/* Whether the full product is faster: at the basecase, below 16 limbs, and with transforms. */
static int
is_whole (const struct comba_config *k, mp_size_t n)
{
  return n < 16 || n < k->thresholds.mul_toom22
         || (k->ntt != NULL && n >= COMBA_PRODUCT_NTT_MIN && n >= k->thresholds.mul_ntt);
}

/* Blocks of rows are used up to the size at which half products use Toom, or a third of that where
   a wide basecase is by then faster than scalar rows.  They are not used where vectors make every
   basecase (mul_unequal): rows take three times as long. */
static int
is_in_blocks (const struct comba_config *k, mp_size_t n)
{
  return k->add_mul_by[COMBA_ADD_MUL_BY_MAX] != NULL && k->mul_by_max >= COMBA_ADD_MUL_BY_MAX
         && k->mul_unequal == NULL && n > COMBA_ADD_MUL_BY_MAX && (k->wide.mul != NULL ? 3 : 1) * n / 2 < k->thresholds.mul_toom22
         && comba_row_blocks (k->add_mul_by, n).w > 0;
}

/* Adds block after block, lowest limbs of b first; each next block uses fewer limbs of a.  rp has n
   + COMBA_ADD_MUL_BY_MAX limbs. */
static void
low_in_blocks (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  const struct comba_row_blocks s = comba_row_blocks (k->add_mul_by, n);
  for (mp_size_t i = 0, at = 0, w; i < s.count; i++, at += w)
    {
      w = s.w - (i < s.narrow);
      (i == 0 ? k->mul_by : k->add_mul_by)[w] (rp + at, ap, n - at, bp + at);
    }
}

/* The same from column n - 1 - w on.  Each next block uses more limbs of a, and its highest limbs
   are the only ones of that weight so far.  Columns from n - 2 on are complete.  rp has n + w + 1
   limbs.  Returns the address of column n. */
static mp_ptr
high_in_blocks (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  const struct comba_row_blocks s = comba_row_blocks (k->add_mul_by, n);
  for (mp_size_t i = 0, at = 0, w; i < s.count; i++, at += w)
    {
      const mp_size_t an = at + s.w + 1 < n ? at + s.w + 1 : n, up = at + s.w + 1 - an;
      w = s.w - (i < s.narrow);
      (i == 0 ? k->mul_by : k->add_mul_by)[w] (rp + up, ap + n - an, an, bp + at);
    }
  return rp + s.w + 1;
}

int
comba_short_pays (const struct comba_config *k, mp_size_t n)
{
  return is_columns (k, n) || is_in_blocks (k, n) || !is_whole (k, n);
}

/* h is n/5 to n/3 by timings; the differences are small. */
static mp_size_t
rest_of (const struct comba_config *k, mp_size_t n)
{
  return is_whole (k, n) ? 0 : n / 4;
}

uint64_t
comba_short_cost (const struct comba_config *k, mp_size_t n)
{
  if (is_columns (k, n) || is_in_blocks (k, n))
    return comba_mul_cost (k, n, n) / 2;
  const mp_size_t h = rest_of (k, n);
  return comba_mul_cost (k, n - h, n - h) + (h > 0 ? 2 * comba_short_cost (k, h) : 0)
         + comba_steps_cost (k, n + 2 * h + 16);
}

/* Each level takes 2m + h <= 2n limbs, and the next level has h <= n/4. */
size_t
comba_mullo_itch (mp_size_t n)
{
  return 4 * (size_t) n + comba_product_itch (n, n);
}

void
comba_mullo_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp,
               mp_size_t n, mp_ptr scratch)
{
  ASSERT (n >= 1);
  if (is_columns (k, n))
    {
      mp_limb_t pending[2];
      k->mul_columns (rp, ap, n, bp, n, 0, n, pending);
      return;
    }
  if (is_in_blocks (k, n))
    {
      low_in_blocks (k, scratch, ap, bp, n);
      memcpy (rp, scratch, (size_t) n * sizeof (mp_limb_t));
      return;
    }
  const mp_size_t h = rest_of (k, n), m = n - h;
  comba_product (k, scratch, ap, m, bp, m, scratch + 2 * m);
  memcpy (rp, scratch, (size_t) n * sizeof (mp_limb_t));
  if (h > 0)
    {
      comba_mullo_n (k, scratch, ap + m, bp, h, scratch + h);
      comba_add_n (rp + m, rp + m, scratch, h);
      comba_mullo_n (k, scratch, ap, bp + m, h, scratch + h);
      comba_add_n (rp + m, rp + m, scratch, h);
    }
}

size_t
comba_mulhi_itch (mp_size_t n)
{
  return comba_mullo_itch (n + 1) + 3 * ((size_t) n + 1);
}

/* The omitted part of a divided product is: two products below beta^n, two fractions of limb n, and
   the omitted parts of the two short products.  With at least n/4 >= 4 limbs in each, the sum is
   less than n units of limb n. */
void
comba_mulhi_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp,
               mp_size_t n, mp_ptr scratch)
{
  ASSERT (n >= 1);
  if (is_columns (k, n))
    {
      /* The columns below n-2 sum to less than n-2 times beta^(n-1). */
      mp_limb_t pending[2];
      k->mul_columns (scratch, ap, n, bp, n, n - 2, 2 * n, pending);
      memcpy (rp, scratch + n, (size_t) n * sizeof (mp_limb_t));
      return;
    }
  if (is_in_blocks (k, n))
    {
      memcpy (rp, high_in_blocks (k, scratch, ap, bp, n), (size_t) n * sizeof (mp_limb_t));
      return;
    }
  const mp_size_t h = rest_of (k, n), m = n - h;
  comba_product (k, scratch, ap + h, m, bp + h, m, scratch + 2 * m);
  memcpy (rp, scratch + m - h, (size_t) n * sizeof (mp_limb_t));
  if (h > 0)
    {
      comba_mulhi_n (k, scratch, ap, bp + m, h, scratch + h);
      comba_add_in_var (rp, n, scratch, h);
      comba_mulhi_n (k, scratch, ap + m, bp, h, scratch + h);
      comba_add_in_var (rp, n, scratch, h);
    }
}

/* Computes a high product with one more limb below.  Comparing that limb with LAST tells whether a
   carry is missing. */
void
comba_mulhi_exact (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp,
                   mp_size_t n, mp_limb_t last, mp_ptr scratch)
{
  if (!comba_short_pays (k, n))
    {
      comba_product (k, scratch, ap, n, bp, n, scratch + 2 * n);
      memcpy (rp, scratch + n, (size_t) n * sizeof (mp_limb_t));
      return;
    }
  mp_ptr a = scratch, b = a + n + 1, high = b + n + 1;
  a[0] = b[0] = 0;
  memcpy (a + 1, ap, (size_t) n * sizeof (mp_limb_t));
  memcpy (b + 1, bp, (size_t) n * sizeof (mp_limb_t));
  comba_mulhi_n (k, high, a, b, n + 1, high + n + 1);
  comba_add_1_var (high + 1, n, high[0] > last);
  memcpy (rp, high + 1, (size_t) n * sizeof (mp_limb_t));
}
