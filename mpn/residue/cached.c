/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "residue/cached.h"
#include "mul/ntt/ntt.h"
#include "mul/mul.h"

struct kinds
{
  struct comba_ntt_kind quotient, multiple;
};

static struct kinds
kinds_of (const struct comba_ntt *ntt, mp_size_t n, int extra)
{
  return (struct kinds) { { .an = n, .bn = n + extra }, { .m = ntt->wrapped_size (n + 1) } };
}

int
comba_cached_serves (const struct comba_config *k, mp_size_t n, int extra)
{
  if (k->ntt == NULL || k->ntt->wrapped_size == NULL)
    return 0;
  const struct kinds kinds = kinds_of (k->ntt, n, extra);
  return kinds.multiple.m != 0 && k->ntt->prepared_size (&kinds.quotient) != 0;
}

int
comba_cached_pays (const struct comba_config *k, mp_size_t n, int extra)
{
  return n >= k->thresholds.mod_ntt && comba_cached_serves (k, n, extra);
}

mp_size_t
comba_cached_wrapped (const struct comba_config *k, mp_size_t n)
{
  return k->ntt->wrapped_size (n + 1);
}

size_t
comba_cached_most (size_t (*size) (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads),
                 mp_size_t n, int extra, int threads)
{
  size_t result = 0;
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    if (comba_config_runs (i) && comba_configs[i]->ntt != NULL)
      result = comba_larger (result, size (comba_configs[i]->ntt, n, extra, threads));
  return result;
}

static size_t
size_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) threads;
  const struct kinds kinds = kinds_of (ntt, n, extra);
  return ntt->prepared_size (&kinds.quotient) + ntt->prepared_size (&kinds.multiple);
}

static size_t
itch_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  const struct kinds kinds = kinds_of (ntt, n, extra);
  return comba_larger (ntt->prepared_itch (&kinds.quotient, threads),
                 ntt->prepared_itch (&kinds.multiple, threads));
}

static size_t
product_itch_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra;
  return ntt->itch (n, n, threads);
}

static size_t
wrapped_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  return (size_t) ntt->wrapped_size (n + 1);
}

size_t
comba_cached_size (mp_size_t n, int extra)
{
  return comba_cached_most (size_with, n, extra, 1);
}

size_t
comba_cached_itch (mp_size_t n, int extra, int threads)
{
  return comba_cached_most (itch_with, n, extra, threads);
}

size_t
comba_cached_product_itch (mp_size_t n, int threads)
{
  const size_t alone = comba_product_itch (n, n);
  return threads > 1 ? comba_larger (alone, comba_cached_most (product_itch_with, n, 0, threads)) : alone;
}

size_t
comba_cached_most_wrapped (mp_size_t n)
{
  return comba_cached_most (wrapped_with, n, 0, 1);
}

void
comba_cached_product (const struct comba_pool *pool, const struct comba_config *k, mp_ptr cp,
                    mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_ptr scratch, size_t limbs)
{
  if (pool->threads > 1)
    k->ntt->mul (pool, cp, ap, n, bp, n, scratch);
  else if (limbs != 0)
    comba_mul_in (k, cp, ap, n, bp, n, &(struct comba_room) { scratch, limbs });
  else if (ap == bp)
    comba_product_sqr (k, cp, ap, n, scratch);
  else
    comba_product (k, cp, ap, n, bp, n, scratch);
}

/* The transforms of P follow those of the factor. */
static mp_srcptr
cached_p (const struct comba_ntt *ntt, mp_srcptr cached, const struct kinds *kinds)
{
  return cached + ntt->prepared_size (&kinds->quotient);
}

void
comba_cached_init (const struct comba_config *k, mp_ptr cached, mp_srcptr fp, mp_srcptr pp,
                 mp_size_t pn, mp_size_t n, int extra)
{
  const struct kinds kinds = kinds_of (k->ntt, n, extra);
  k->ntt->prepare (&kinds.quotient, cached, fp, n + extra);
  k->ntt->prepare (&kinds.multiple, (mp_ptr) cached_p (k->ntt, cached, &kinds), pp, pn);
}

void
comba_cached_quotient (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr cached,
                     mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t n, int extra,
                     mp_ptr scratch)
{
  const struct kinds kinds = kinds_of (k->ntt, n, extra);
  k->ntt->mul_prepared (pool, &kinds.quotient, rp, rn, ap, n, cached, scratch);
}

void
comba_cached_multiple (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr cached,
                     mp_ptr rp, mp_srcptr qp, mp_size_t n, int extra, mp_ptr scratch)
{
  const struct kinds kinds = kinds_of (k->ntt, n, extra);
  k->ntt->mul_prepared (pool, &kinds.multiple, rp, kinds.multiple.m, qp, n + extra,
                        cached_p (k->ntt, cached, &kinds), scratch);
}
