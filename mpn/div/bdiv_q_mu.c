/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division from the low end with an inverse modulo beta^in: a block of the quotient is the product
   of the inverse with the lowest limbs that are left.  The low part of that block times D is known,
   so the product is needed modulo a number above beta^dn only.  Likewise in the steps of Newton's
   iteration for the inverse. */

#include "div/bdiv.h"
#include "div/div_qr_mu.h"
#include "mul/factor.h"
#include "arith/scratch.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static int
is_short (const struct comba_config *k, mp_size_t n)
{
  return n < k->thresholds.bdiv_mu || n < COMBA_BDIV_MU_MIN;
}

static size_t
step_itch (const struct comba_factor_way *w)
{
  return 2 * (size_t) w->m + COMBA_ALIGNED_LIMBS + w->kept + w->itch;
}

static struct comba_factor_way
step_way (const struct comba_config *k, mp_size_t n, int threads, size_t most)
{
  const struct comba_factor_way w = comba_factor_way (k, n, n, threads);
  return step_itch (&w) <= most ? w : comba_factor_way_within (k, n, n, n - n / 2, threads, 0);
}

static size_t
inverse_itch (const struct comba_config *k, mp_size_t n, int threads, size_t most)
{
  size_t all = 0;
  for (; !is_short (k, n); n -= n / 2)
    {
      const struct comba_factor_way w = step_way (k, n, threads, most);
      all = comba_larger (all, step_itch (&w));
    }
  return comba_larger (all, 3 * (size_t) n);
}

/* xp[0..n-1] = 1 / D mod beta^n.  With X of h limbs and D X = 1 + E beta^h, the next limbs are
   those of -E X. */
static void
invert (const struct comba_config *k, const struct comba_pool *pool, mp_ptr xp, mp_srcptr dp, mp_size_t n,
        size_t most, mp_ptr memory)
{
  if (is_short (k, n))
    {
      memset (memory, 0, BYTES (n));
      memory[0] = 1;
      comba_bdiv_q_recursive (k, xp, memory, n, dp, n, memory + n);
      return;
    }
  const mp_size_t more = n / 2, h = n - more;
  const struct comba_factor_way way = step_way (k, n, pool->threads, most);
  const mp_size_t w = way.m;
  invert (k, pool, xp, dp, h, most, memory);
  const mp_ptr t = memory, next = t + w, kept = comba_align (next + w), scratch = kept + way.kept;
  struct comba_factor x;
  comba_factor_set (&x, k, pool, &way, xp, h, kept);
  comba_factor_product (&x, t, dp, n, scratch);
  comba_factor_take_low (&x, t, &(mp_limb_t) { 1 }, 1, h);
  comba_factor_product (&x, next, t + h, more, scratch);
  for (mp_size_t i = 0; i < more; i++)
    xp[h + i] = ~next[i];
  comba_add_1_var (xp + h, more, 1);
}

struct sizes
{
  mp_size_t in;
  size_t inverse;               /* memory in limbs */
  struct comba_factor_way x, d;
  size_t product, kept, all;    /* limbs */
};

/* D's limbs beyond n do not matter.  In little memory no transform is kept, and blocks have at most
   half of D's limbs. */
static struct sizes
sizes_of (const struct comba_config *k, mp_size_t n, mp_size_t dn, int threads, int in_little)
{
  const mp_size_t blocks = n <= dn ? 2 : in_little ? (2 * n - 1) / dn + 1 : (n - 1) / dn + 1;
  const size_t most = in_little ? 0 : SIZE_MAX;
  struct sizes s = { .in = (n - 1) / blocks + 1 };
  s.inverse = in_little ? COMBA_DIV_MU_LITTLE (dn) - (size_t) s.in : SIZE_MAX;
  s.x = comba_factor_way_within (k, 2 * s.in, s.in, s.in, threads, most);
  s.d = comba_factor_way_within (k, dn, dn, s.in, threads, most);
  s.product = comba_larger (s.x.m, s.d.m);
  s.kept = s.x.kept + s.d.kept;
  s.all = s.in + comba_larger (inverse_itch (k, s.in, threads, s.inverse),
                         s.product + COMBA_ALIGNED_LIMBS + s.kept + comba_larger (s.x.itch, s.d.itch));
  return s;
}

size_t
comba_bdiv_q_mu_itch (const struct comba_config *k, mp_size_t n, mp_size_t dn, int threads, int in_little)
{
  return sizes_of (k, n, dn < n ? dn : n, threads, in_little).all;
}

void
comba_bdiv_q_mu (const struct comba_config *k, const struct comba_pool *pool, mp_ptr qp, mp_ptr np,
                 mp_size_t n, mp_srcptr dp, mp_size_t dn, int in_little, mp_ptr memory)
{
  ASSERT (n >= COMBA_BDIV_MU_MIN && dn >= COMBA_BDIV_MU_MIN && (dp[0] & 1) != 0);
  dn = dn < n ? dn : n;
  const struct sizes s = sizes_of (k, n, dn, pool->threads, in_little);
  const mp_ptr xp = memory, p = xp + s.in, x_kept = comba_align (p + s.product), scratch = x_kept + s.kept;
  struct comba_factor x, d;
  invert (k, pool, xp, dp, s.in, s.inverse, p);
  comba_factor_set (&x, k, pool, &s.x, xp, s.in, x_kept);
  comba_factor_set (&d, k, pool, &s.d, dp, dn, x_kept + s.x.kept);

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
      comba_factor_take_low (&d, p, np, block, block);
      comba_sub_in_var (np + block, n - block, p + block, middle - block);
      if (end > m && n > m)
        comba_sub_in_var (np + m, n - m, p, end < n ? end - m : n - m);
    }
}
