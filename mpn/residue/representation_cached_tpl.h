/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Representations with cached transforms, for one thread and for the worker pool.  Defines
   comba_representation_KIND_cached and comba_pool_representation_KIND_cached.  Elements and
   contexts are those of comba_representation_KIND, and the cached transforms follow the context.  A
   file includes this after it has defined KIND and ODD_ONLY as for residue/limbs_tpl.h, and

     EXTRA                               of the inverse (residue/cached.h);
     init                                as in struct comba_representation;
     itch_for (n, threads)               limbs of scratch of any function, for a pool of THREADS;
     product_limbs (n)                   those of a product by one thread, or 0 (comba_cached_product);
     ENCODE, DECODE                      members of struct comba_representation;
     reduce (pool, k, context, rp, cp, scratch)
                                         rp[0..n-1] = the element for C = cp[0..2n-1], a product of
                                         two elements. */

#include "residue/representation.h"

/* The functions below are members of struct comba_representation or struct
   comba_pool_representation and have their contracts. */
static int
serves (const struct comba_config *k, mp_size_t n)
{
  return comba_cached_serves (k, n, EXTRA);
}

static int
pays (const struct comba_config *k, mp_size_t n)
{
  return comba_cached_pays (k, n, EXTRA);
}

static size_t
context_size (mp_size_t n)
{
  return OWN (size) (n) + comba_cached_size (n, EXTRA);
}

static size_t
itch (mp_size_t n)
{
  return itch_for (n, 1);
}

static size_t
pool_itch (mp_size_t n)
{
  return itch_for (n, COMBA_THREADS_MAX);
}

static void
pool_mul (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context, mp_ptr zp,
          mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  const mp_size_t n = OWN (parts) (context).n;
  comba_cached_product (pool, k, scratch, xp, yp, n, scratch + 2 * n, product_limbs (n));
  reduce (pool, k, context, zp, scratch, scratch + 2 * n);
}

static void
pool_sqr (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context, mp_ptr zp,
          mp_srcptr xp, mp_ptr scratch)
{
  pool_mul (pool, k, context, zp, xp, xp, scratch);
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  pool_mul (&COMBA_POOL_ALONE (1), k, context, zp, xp, yp, scratch);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  mul (k, context, zp, xp, xp, scratch);
}

#define RANGE(pays_if) \
  .name = KIND_STRING (KIND) "_cached", .odd_only = ODD_ONLY, .setup = 5, .min = 1, \
  .max = COMBA_REPRESENTATION_MAX, .pays = pays_if, .element_size = OWN (element_size)
#define FUNCTIONS \
  .context_size = context_size, .init = init, .encode = ENCODE, .decode = DECODE, \
  .mul = mul, .sqr = sqr, .mul_limb = OWN (mul_limb)

const struct comba_representation KIND_PASTE (comba_representation_, KIND, _cached) = {
  RANGE (pays), FUNCTIONS, .itch = itch
};

const struct comba_pool_representation KIND_PASTE (comba_pool_representation_, KIND, _cached) = {
  .rep = { RANGE (serves), FUNCTIONS, .itch = pool_itch },
  .mul = pool_mul, .sqr = pool_sqr,
  .on_pool = { RANGE (serves), COMBA_ON_POOL_FUNCTIONS, .itch = pool_itch },
};
