/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division from the low end with an inverse modulo beta^in: a block of the quotient is the product
   of the inverse with the lowest limbs that are left.  The low part of that block times D is known,
   so the product is needed modulo beta^m - 1 only, m >= dn.  Likewise in the steps of Newton's
   iteration for the inverse. */

#include "div/bdiv.h"
#include "mul/factor.h"
#include "arith/scratch.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static size_t
larger (size_t a, size_t b)
{
  return a > b ? a : b;
}

static int
is_short (const struct comba_config *k, mp_size_t n)
{
  return n < k->thresholds.bdiv_mu || n < COMBA_BDIV_MU_MIN;
}

static size_t
inverse_itch (const struct comba_config *k, mp_size_t n, int threads)
{
  size_t most = 0;
  for (; !is_short (k, n); n -= n / 2)
    {
      const struct comba_factor_way w = comba_factor_way (k, n, threads);
      most = larger (most, 2 * (size_t) w.m + COMBA_ALIGNED_LIMBS + w.kept + w.itch);
    }
  return larger (most, 3 * (size_t) n);
}

/* The rest of a product modulo beta^m - 1 whose lowest limbs, P0 = lp[0..ln-1], are known:
   tp = tp - P0, in [0, beta^m - 2]. */
static void
take_low (mp_ptr tp, mp_size_t m, mp_srcptr lp, mp_size_t ln)
{
  mp_limb_t all = COMBA_LIMB_MAX;
  comba_sub_1_var (tp, m, comba_sub_in_var (tp, m, lp, ln));
  for (mp_size_t i = 0; i < m && all == COMBA_LIMB_MAX; i++)
    all &= tp[i];
  if (all == COMBA_LIMB_MAX)
    memset (tp, 0, BYTES (m));
}

/* xp[0..n-1] = 1 / D mod beta^n.  With X of h limbs and D X = 1 + E beta^h, the next limbs are
   those of -E X. */
static void
invert (const struct comba_config *k, const struct comba_pool *pool, mp_ptr xp, mp_srcptr dp, mp_size_t n,
        mp_ptr memory)
{
  if (is_short (k, n))
    {
      memset (memory, 0, BYTES (n));
      memory[0] = 1;
      comba_bdiv_q_recursive (k, xp, memory, n, dp, n, memory + n);
      return;
    }
  const mp_size_t more = n / 2, h = n - more;
  const struct comba_factor_way way = comba_factor_way (k, n, pool->threads);
  const mp_size_t w = way.m;
  invert (k, pool, xp, dp, h, memory);
  const mp_ptr t = memory, next = t + w, kept = comba_align (next + w), scratch = kept + way.kept;
  struct comba_factor x;
  comba_factor_set (&x, k, pool, &way, xp, h, kept);
  comba_factor_product (&x, t, dp, n, scratch);
  take_low (t, w, &(mp_limb_t) { 1 }, 1);
  comba_factor_product (&x, next, t + h, more, scratch);
  for (mp_size_t i = 0; i < more; i++)
    xp[h + i] = ~next[i];
  comba_add_1_var (xp + h, more, 1);
}

struct sizes
{
  mp_size_t in;
  struct comba_factor_way x, d;
};

/* D's limbs beyond n do not matter. */
static struct sizes
sizes_of (const struct comba_config *k, mp_size_t n, mp_size_t dn, int threads)
{
  const mp_size_t blocks = n > dn ? (n - 1) / dn + 1 : 2, in = (n - 1) / blocks + 1;
  return (struct sizes) { in, comba_factor_way (k, 2 * in, threads), comba_factor_way (k, dn, threads) };
}

size_t
comba_bdiv_q_mu_itch (const struct comba_config *k, mp_size_t n, mp_size_t dn, int threads)
{
  const struct sizes s = sizes_of (k, n, dn < n ? dn : n, threads);
  return (size_t) s.in + larger (inverse_itch (k, s.in, threads),
                                 larger (s.x.m, s.d.m) + COMBA_ALIGNED_LIMBS + s.x.kept + s.d.kept
                                 + larger (s.x.itch, s.d.itch));
}

void
comba_bdiv_q_mu (const struct comba_config *k, const struct comba_pool *pool, mp_ptr qp, mp_ptr np,
                 mp_size_t n, mp_srcptr dp, mp_size_t dn, mp_ptr memory)
{
  ASSERT (n >= COMBA_BDIV_MU_MIN && dn >= COMBA_BDIV_MU_MIN && (dp[0] & 1) != 0);
  dn = dn < n ? dn : n;
  const struct sizes s = sizes_of (k, n, dn, pool->threads);
  const mp_ptr xp = memory, p = xp + s.in, x_kept = comba_align (p + larger (s.x.m, s.d.m));
  const mp_ptr d_kept = x_kept + s.x.kept, scratch = d_kept + s.d.kept;
  struct comba_factor x, d;
  invert (k, pool, xp, dp, s.in, p);
  comba_factor_set (&x, k, pool, &s.x, xp, s.in, x_kept);
  comba_factor_set (&d, k, pool, &s.d, dp, dn, d_kept);

  for (;; qp += s.in, np += s.in, n -= s.in)
    {
      const mp_size_t block = n < s.in ? n : s.in;
      comba_factor_product (&x, p, np, block, scratch);
      memcpy (qp, p, BYTES (block));
      if (n == block)
        return;
      /* Limbs block to m - 1 of the product in their places, and those from m on at 0. */
      const mp_size_t m = s.d.m, end = block + dn, middle = m < n ? m : n;
      comba_factor_product (&d, p, qp, block, scratch);
      take_low (p, m, np, block);
      comba_sub_in_var (np + block, n - block, p + block, middle - block);
      if (end > m && n > m)
        comba_sub_in_var (np + m, n - m, p, end < n ? end - m : n - m);
    }
}
