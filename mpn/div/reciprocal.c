/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reciprocals by Newton's iteration, with products modulo M >= beta^(h+3): all limbs of D X
   but the lower half are known.  (Brent and Zimmermann, Modern Computer Arithmetic, algorithm 3.5.) */

#include "div/reciprocal.h"
#include "div/div.h"
#include "mul/factor.h"
#include "arith/quotient_3by2.h"
#include "arith/scratch.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* Below this size the division that defines the reciprocal is faster. */
static int
is_short (const struct comba_config *k, mp_size_t h)
{
  return h < k->thresholds.div_mu || h < COMBA_RECIPROCAL_STEP_MIN;
}

static size_t
step_itch (const struct comba_factor_way *w)
{
  return 2 * (size_t) w->m + COMBA_ALIGNED_LIMBS + w->kept + w->itch;
}

/* A step's products are modulo M >= beta^(h+3). */
static struct comba_factor_way
step_way (const struct comba_config *k, mp_size_t h, int threads, size_t most)
{
  const struct comba_factor_way w = comba_factor_way (k, h + 3, h, threads);
  return step_itch (&w) <= most ? w : comba_factor_way_within (k, h + 3, h, h / 2 + 2, threads, 0);
}

size_t
comba_reciprocal_itch (const struct comba_config *k, mp_size_t h, int threads, size_t most)
{
  size_t all = 0;
  for (; !is_short (k, h); h -= (h - 1) / 2)
    {
      const struct comba_factor_way w = step_way (k, h, threads, most);
      const size_t step = step_itch (&w);
      all = step > all ? step : all;
    }
  return all > 3 * (size_t) h ? all : 3 * (size_t) h;
}

/* floor ((beta^2h - 1) / D) - beta^h, without remainder (beta^2h - 1 - beta^h D) / D. */
static void
by_division (const struct comba_config *k, mp_ptr xp, mp_srcptr dp, mp_size_t h, mp_ptr scratch)
{
  memset (scratch, 0xff, BYTES (h));
  for (mp_size_t i = 0; i < h; i++)
    scratch[h + i] = ~dp[i];
  const mp_limb_t inverse = comba_inverse_3by2 (dp[h - 1], dp[h - 2]);
  comba_div_qr_recursive (k, xp, scratch, 2 * h, dp, h, inverse, scratch + 2 * h, NULL);
}

/* Whether a number in two's complement is 0 or negative. */
static int
is_not_positive (mp_srcptr ep, mp_size_t w)
{
  mp_limb_t any = 0;
  if (ep[w - 1] >> (GMP_LIMB_BITS - 1) != 0)
    return 1;
  for (mp_size_t i = w; i-- > 0 && any == 0;)
    any = ep[i];
  return any == 0;
}

/* From X = xp[l..h-1] for the m highest limbs of D to xp[0..h-1], h = m + l, m >= l.  The result is
   not too large.  E = beta^(h+m) - D X, with X's top limb of 1, is between -2 beta^h and 2 beta^h. */
static void
step (const struct comba_config *k, const struct comba_pool *pool, mp_ptr xp, mp_srcptr dp, mp_size_t m,
      mp_size_t l, size_t most, mp_ptr memory)
{
  const mp_size_t h = m + l;
  const struct comba_factor_way way = step_way (k, h, pool->threads, most);
  const mp_size_t w = way.m;
  const mp_ptr x = xp + l, e = memory, product = e + w, kept = comba_align (product + w), scratch = kept + way.kept;
  struct comba_factor f;
  comba_factor_set (&f, k, pool, &way, x, m, kept);
  comba_factor_product (&f, e, dp, h, scratch);
  comba_factor_add (&f, e, dp, h, m);
  comba_factor_sub (&f, e, &(mp_limb_t) { 1 }, 1, h + m);
  comba_factor_to_signed (&f, e);
  for (mp_size_t i = 0; i < w; i++)
    e[i] = ~e[i];
  comba_add_1_var (e, w, 1);

  mp_limb_t less = 0;
  for (; is_not_positive (e, w); less++)
    comba_add_in_var (e, w, dp, h);

  comba_factor_product (&f, product, e + l, m + 1, scratch);
  comba_add_n (product + m, product + m, e + l, m + 1);
  for (mp_limb_t i = 0; i < less; i++)
    comba_sub_in_var (product, 2 * m + 1, e + l, m + 1);
  memcpy (xp, product + 2 * m - l, BYTES (l));
  comba_add_1_var (x, m, product[2 * m]);
  comba_sub_1_var (x, m, less);
}

void
comba_reciprocal (const struct comba_config *k, const struct comba_pool *pool, mp_ptr xp, mp_srcptr dp,
                  mp_size_t h, size_t most, mp_ptr memory)
{
  ASSERT (h >= 3 && dp[h - 1] >> (GMP_LIMB_BITS - 1) == 1);
  if (is_short (k, h))
    {
      by_division (k, xp, dp, h, memory);
      return;
    }
  const mp_size_t l = (h - 1) / 2, m = h - l;
  comba_reciprocal (k, pool, xp + l, dp + l, m, most, memory);
  step (k, pool, xp, dp, m, l, most, memory);
}
