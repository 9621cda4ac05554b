/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What the forms that keep transforms have in common. */

#ifndef COMBA_RESIDUE_CACHED_TPL_H
#define COMBA_RESIDUE_CACHED_TPL_H

#include "residue/representation.h"
#include "residue/cached.h"
#include "parallel/threads.h"

/* What both have. */
#define COMBA_CACHED_RANGE(KIND, ODD_ONLY, PAYS)                  \
  .name = #KIND "_ntt", .odd_only = ODD_ONLY, .min = 1, .setup = 5, \
  .max = COMBA_REPRESENTATION_MAX, .pays = PAYS, .element_size = element_size
#define COMBA_CACHED_FUNCTIONS                                    \
  .context_size = context_size, .init = init, .encode = encode, .decode = decode, \
  .mul = mul, .sqr = sqr, .mul_limb = mul_limb

/* Defines comba_representation_KIND_cached and comba_pool_representation_KIND_cached, whose elements are those of
   comba_representation_KIND; the context too, and behind it there is what is kept.  The file has

     pays, context_size, init       as in struct comba_representation;
     serves                         pays, for a team;
     itch_for (n, threads)          scratch of any function, for a team of so many;
     reduce (team, k, context, rp, cp, scratch)
                                    rp[0..n-1] = the element that C = cp[0..2n-1], a product
                                    of two, comes to. */
#define COMBA_CACHED_REPRESENTATIONS(KIND, ODD_ONLY)                                                       \
  static size_t                                                                                \
  element_size (mp_size_t n)                                                                   \
  {                                                                                            \
    return comba_representation_##KIND.element_size (n);                                                 \
  }                                                                                            \
                                                                                               \
  static size_t                                                                                \
  itch (mp_size_t n)                                                                           \
  {                                                                                            \
    return itch_for (n, 1);                                                                    \
  }                                                                                            \
                                                                                               \
  static size_t                                                                                \
  team_itch (mp_size_t n)                                                                      \
  {                                                                                            \
    return itch_for (n, COMBA_THREADS_MAX);                                                    \
  }                                                                                            \
                                                                                               \
  static void                                                                                  \
  encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap,            \
         mp_size_t an, mp_ptr scratch)                                                         \
  {                                                                                            \
    comba_representation_##KIND.encode (k, context, xp, ap, an, scratch);                                 \
  }                                                                                            \
                                                                                               \
  static void                                                                                  \
  decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,            \
         mp_ptr scratch)                                                                       \
  {                                                                                            \
    comba_representation_##KIND.decode (k, context, rp, xp, scratch);                                     \
  }                                                                                            \
                                                                                               \
  static void                                                                                  \
  mul_limb (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,         \
            mp_limb_t c, mp_ptr scratch)                                                       \
  {                                                                                            \
    comba_representation_##KIND.mul_limb (k, context, zp, xp, c, scratch);                               \
  }                                                                                            \
                                                                                               \
  static void                                                                                  \
  team_mul (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context,   \
            mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)                             \
  {                                                                                            \
    const mp_size_t n = comba_##KIND##_parts (context).n;                                      \
    comba_cached_product (pool, k, scratch, xp, yp, n, scratch + 2 * n);                         \
    reduce (pool, k, context, zp, scratch, scratch + 2 * n);                                   \
  }                                                                                            \
                                                                                               \
  static void                                                                                  \
  team_sqr (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context,   \
            mp_ptr zp, mp_srcptr xp, mp_ptr scratch)                                           \
  {                                                                                            \
    team_mul (pool, k, context, zp, xp, xp, scratch);                                          \
  }                                                                                            \
                                                                                               \
  static void                                                                                  \
  mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,              \
       mp_srcptr yp, mp_ptr scratch)                                                           \
  {                                                                                            \
    team_mul (&COMBA_POOL_ALONE (1), k, context, zp, xp, yp, scratch);                         \
  }                                                                                            \
                                                                                               \
  static void                                                                                  \
  sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,              \
       mp_ptr scratch)                                                                         \
  {                                                                                            \
    mul (k, context, zp, xp, xp, scratch);                                                     \
  }                                                                                            \
                                                                                               \
  const struct comba_representation comba_representation_##KIND##_cached = {                                          \
    COMBA_CACHED_RANGE (KIND, ODD_ONLY, pays), COMBA_CACHED_FUNCTIONS, .itch = itch                \
  };                                                                                           \
                                                                                               \
  const struct comba_pool_representation comba_pool_representation_##KIND##_cached = {                                \
    .rep = { COMBA_CACHED_RANGE (KIND, ODD_ONLY, serves), COMBA_CACHED_FUNCTIONS, .itch = team_itch },\
    .mul = team_mul,                                                                           \
    .sqr = team_sqr,                                                                           \
    .on_pool = {                                                                                \
      COMBA_CACHED_RANGE (KIND, ODD_ONLY, serves), COMBA_ON_POOL_FUNCTIONS, .itch = team_itch     \
    },                                                                                         \
  }

#endif
