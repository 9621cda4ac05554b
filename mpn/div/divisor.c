/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by a precomputed divisor.  Short quotients are found by rows or blocks.  Long ones are
   products with a reciprocal of the whole divisor, as in div/div_qr_mu.c: it costs nothing here, so
   blocks are as long as the divisor, and this pays for much shorter quotients. */

#include "div/divisor.h"
#include "div/div.h"
#include "div/div_pool.h"
#include "div/div_qr_mu.h"
#include "div/reciprocal.h"
#include "mul/cost.h"
#include "mul/mul.h"
#include "arith/scratch.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static const struct comba_pool alone = COMBA_POOL_ALONE (1);

/* The size of the reciprocal. */
static mp_size_t
reciprocal_limbs (const struct comba_config *k, mp_size_t dn)
{
  if (dn <= COMBA_DIV_FEW)
    return 0;
  if (dn >= k->thresholds.div_prepared && dn >= COMBA_DIV_MU_MIN)
    return dn;
  return comba_div_has_blocks (k) && dn > COMBA_DIV_BLOCK ? COMBA_DIV_BLOCK + 1 : 0;
}

/* The memory of V in limbs, with its members that depend on sizes only. */
static size_t
lay_out (struct comba_div *v, const struct comba_config *k, mp_size_t dn)
{
  *v = (struct comba_div) { .k = k, .dn = dn, .in = reciprocal_limbs (k, dn) };
  if (v->in == dn)
    {
      v->x_way = comba_factor_way (k, 2 * dn, dn, 1);
      v->d_way = comba_factor_way (k, dn + 1, dn, 1);
    }
  return (size_t) (dn > COMBA_DIV_FEW ? 3 * dn : dn) + (size_t) v->in + COMBA_ALIGNED_LIMBS + v->x_way.kept + v->d_way.kept;
}

static void
fill (struct comba_div *v, mp_ptr memory, mp_srcptr dp, mp_ptr scratch)
{
  const struct comba_config *k = v->k;
  const mp_size_t dn = v->dn;
  memcpy (memory, dp, BYTES (dn));
  v->given = memory;
  if (dn > 1)
    v->inverse = comba_div_inverse_of (dp, dn);
  if (dn > 2)
    comba_div_reciprocal_of (v->reciprocal, dp, dn);
  if (dn <= COMBA_DIV_FEW)
    return;
  v->shift = (int) (dn * GMP_LIMB_BITS - (mp_size_t) comba_bits (dp, dn));
  const mp_ptr d = memory + dn, complement = d + dn, x = complement + dn;
  if (v->shift == 0)
    memcpy (d, dp, BYTES (dn));
  else
    comba_lshift (d, dp, dn, (unsigned) v->shift);
  comba_div_complement (complement, d, dn);
  v->dp = d, v->complement = complement;
  if (v->in == 0)
    return;
  comba_reciprocal (k, &alone, x, d + dn - v->in, v->in, SIZE_MAX, scratch);
  v->xp = x;
  if (v->in != dn)
    return;
  struct comba_factor f;
  v->x_kept = comba_align (x + v->in);
  v->d_kept = v->x_kept + v->x_way.kept;
  comba_factor_set (&f, k, &alone, &v->x_way, x, dn, v->x_kept);
  comba_factor_set (&f, k, &alone, &v->d_way, d, dn, v->d_kept);
}

int
comba_div_make (struct comba_div **divisor, const struct comba_config *k, mp_srcptr dp, mp_size_t dn)
{
  ASSERT (dn >= 1 && dp[dn - 1] != 0);
  const int saved = errno;
  struct comba_div v;
  const size_t size = BYTES (lay_out (&v, k, dn)), itch = v.in > 0 ? comba_reciprocal_itch (k, v.in, 1, SIZE_MAX) : 0;
  struct comba_scratch held;
  const mp_ptr scratch = COMBA_SCRATCH_GET (&held, itch, 0);
  struct comba_div *const result = scratch == NULL ? NULL : malloc (sizeof *result + size);
  if (result != NULL)
    {
      fill (&v, (mp_ptr) (result + 1), dp, scratch);
      *result = v;
      *divisor = result;
    }
  comba_scratch_put (&held);
  errno = saved;
  return result != NULL;
}

void
comba_div_free (struct comba_div *divisor)
{
  const int saved = errno;
  free (divisor);
  errno = saved;
}

/* Products with a cached transform. */

struct division
{
  const struct comba_div *v;
  struct comba_factor x, d;
  mp_ptr product, scratch;
};

/* WAY for more threads: with complex transforms it stays, as the operand is prepared for it. */
static struct comba_factor_way
way_for (const struct comba_div *v, const struct comba_factor_way *way, mp_size_t n, int threads)
{
  return way->plus != 0 ? *way : comba_factor_way (v->k, n, v->dn, threads);
}

static struct comba_factor
factor (const struct comba_div *v, const struct comba_pool *pool, const struct comba_factor_way *way, mp_srcptr bp,
        mp_ptr kept)
{
  return (struct comba_factor) { v->k, pool, *way, v->dn, bp, way->kept != 0 ? kept : NULL };
}

/* Whether a product of an x bn limbs takes longer than one with the cached transform, which saves one
   of three. */
static int
pays (const struct comba_div *v, const struct comba_factor_way *way, mp_size_t an, mp_size_t bn)
{
  const mp_size_t half = (way->m + 1) / 2;
  return way->kept != 0 && 3 * comba_mul_cost (v->k, an, bn) > 2 * comba_mul_cost (v->k, half, half);
}

/* As divide_block in div/div_qr_mu.c; n <= dn. */
static void
divide_block (const struct division *s, mp_ptr qp, mp_size_t n, mp_ptr np)
{
  const struct comba_div *v = s->v;
  const mp_size_t dn = v->dn;
  const mp_ptr p = s->product;
  if (n == dn || pays (v, &v->x_way, n + 1, n + 1))
    {
      comba_factor_product (&s->x, p, np + dn, n, s->scratch);
      comba_div_mu_quotient (qp, n, p + dn, np + dn);
    }
  else
    {
      /* With a limb more of both factors the quotient is hardly ever wrong.  The product is below
         beta^2(n+1) / 2, as U is below D. */
      comba_mul (v->k, p, np + dn - 1, n + 1, v->xp + dn - (n + 1), n + 1);
      comba_add_1_var (p + n + 2, n, comba_add_n (p + n + 1, p + n + 1, np + dn - 1, 1));
      comba_div_mu_quotient (qp, n, p + n + 2, np + dn);
    }
  if (v->d_way.kept == 0 || pays (v, &v->d_way, dn, n))
    comba_factor_product (&s->d, p, qp, n, s->scratch);
  else
    comba_factor_product_whole (&s->d, p, qp, n, s->scratch);
  comba_div_mu_remainder (&s->d, qp, n, np, p);
}

/* The contract of comba_div_qr_basecase for D 2^shift.  Returns whether there was memory. */
static int
by_reciprocal (const struct comba_div *v, mp_limb_t *qh, mp_ptr qp, mp_ptr np, mp_size_t nn)
{
  const struct comba_config *k = v->k;
  const mp_size_t dn = v->dn, qn = nn - dn;
  const struct comba_pool *const taken = comba_div_pool_take (k, qn, dn), *const pool = taken != NULL ? taken : &alone;
  const struct comba_factor_way x_way = way_for (v, &v->x_way, 2 * dn, pool->threads);
  const struct comba_factor_way d_way = way_for (v, &v->d_way, dn + 1, pool->threads);
  const size_t product = comba_larger (x_way.m, d_way.m), itch = comba_larger (comba_larger (x_way.itch, d_way.itch),
                                                                             2 * (size_t) dn);
  struct comba_scratch held;
  const mp_ptr memory = comba_scratch_get (&held, product + itch, taken != NULL ? COMBA_SCRATCH_SHARED : 0);
  if (memory != NULL)
    {
      const struct division s = { v, factor (v, pool, &x_way, v->xp, v->x_kept), factor (v, pool, &d_way, v->dp, v->d_kept),
                                  memory, memory + product };
      *qh = comba_cmp_var (np + qn, v->dp, dn) >= 0;
      if (*qh)
        comba_sub_n (np + qn, np + qn, v->dp, dn);
      for (mp_size_t at = qn; at > 0;)
        {
          const mp_size_t n = at % dn != 0 ? at % dn : dn;
          at -= n;
          divide_block (&s, qp + at, n, np + at);
        }
    }
  comba_scratch_put (&held);
  if (taken != NULL)
    comba_pool_give ();
  return memory != NULL;
}

/* The contract of comba_div_qr_basecase for D 2^shift. */
static mp_limb_t
divide (const struct comba_div *v, mp_ptr qp, mp_ptr np, mp_size_t nn)
{
  const struct comba_config *k = v->k;
  const struct comba_thresholds *t = &k->thresholds;
  const mp_size_t dn = v->dn, qn = nn - dn, shorter = qn < dn ? qn : dn;
  mp_limb_t qh;
  if (comba_div_is_vectors (k, qn, dn))
    return comba_div_qr_vectors (k, qp, np, nn, v->dp, dn, v->reciprocal);
  if (v->in == dn && (shorter >= t->div_prepared || shorter >= t->div_mu) && by_reciprocal (v, &qh, qp, np, nn))
    return qh;
  if (v->in > 0 && comba_div_has_blocks (k) && (dn < t->div_recursive || comba_div_is_narrow (k, shorter)))
    return comba_div_qr_blocks (k, qp, np, nn, v->dp, dn, v->inverse, v->complement, v->xp + v->in - (COMBA_DIV_BLOCK + 1));
  return comba_div_qr_normalized (k, qp, np, nn, v->dp, dn, v->inverse);
}

/* xp[0..n] = ap[0..n-1] * 2^s */
static void
shift_up (mp_ptr xp, mp_srcptr ap, mp_size_t n, int s)
{
  xp[n] = 0;
  if (s == 0)
    memcpy (xp, ap, BYTES (n));
  else
    xp[n] = comba_lshift (xp, ap, n, (unsigned) s);
}

static int
by_copy (const struct comba_div *v, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn)
{
  const mp_size_t dn = v->dn, qn = nn - dn;
  struct comba_scratch held;
  const mp_ptr n = COMBA_SCRATCH_GET (&held, (size_t) (nn + 1 + (qp == NULL ? qn + 1 : 0)), 0);
  if (n != NULL)
    {
      if (qp == NULL)
        qp = n + nn + 1;
      shift_up (n, np, nn, v->shift);
      /* N 2^s may be as long as N. */
      if (n[nn] != 0)
        divide (v, qp, n, nn + 1);
      else
        qp[qn] = divide (v, qp, n, nn);
      if (v->shift == 0)
        memcpy (rp, n, BYTES (dn));
      else
        comba_rshift (rp, n, dn, (unsigned) v->shift);
    }
  comba_scratch_put (&held);
  return n != NULL;
}

/* A quotient that nobody wants, if the size of D needs no more memory. */
static int
remainder_only (const struct comba_div *v, mp_ptr rp, mp_srcptr np, mp_size_t nn)
{
  struct comba_scratch held;
  const mp_ptr qp = COMBA_SCRATCH_GET (&held, (size_t) (nn - v->dn + 1), 0);
  const int done = qp != NULL && comba_div_by (v, qp, rp, np, nn);
  comba_scratch_put (&held);
  return done;
}

int
comba_div_by (const struct comba_div *v, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn)
{
  const struct comba_config *k = v->k;
  const mp_size_t dn = v->dn;
  ASSERT (nn >= dn);
  if (dn == 2 && qp != NULL)
    {
      comba_div_qr_2 (qp, rp, np, nn, v->given, v->inverse);
      return 1;
    }
  const int vectors = comba_div_is_vectors (k, nn - dn, dn) && nn - dn <= k->div_vectors.max;
  if (dn == 1 && qp == NULL)
    rp[0] = comba_mod_1 (k, np, nn, v->given[0]);
  else if (dn == 1)
    rp[0] = comba_div_qr_1 (k, qp, np, nn, v->given[0]);
  else if (qp == NULL && (dn <= COMBA_DIV_FEW || vectors))
    return remainder_only (v, rp, np, nn);
  else if (dn <= COMBA_DIV_FEW && !vectors)
    comba_div_qr_few (qp, rp, np, nn, v->given, dn, v->inverse);
  else if (vectors)
    qp[nn - dn] = k->div_vectors.div (qp, rp, np, nn, v->given, dn, v->reciprocal);
  else
    return by_copy (v, qp, rp, np, nn);
  return 1;
}
