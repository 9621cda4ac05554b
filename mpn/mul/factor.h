/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Several products with the same factor, modulo beta^m - 1: its transform is made once. */

#ifndef COMBA_MUL_FACTOR_H
#define COMBA_MUL_FACTOR_H

#include "dispatch/config.h"
#include "parallel/pool.h"

struct comba_factor
{
  const struct comba_config *k;
  const struct comba_pool *pool;
  mp_size_t m, bn;
  mp_srcptr bp;
  mp_ptr prepared;              /* NULL: no transforms at this size */
};

/* Returns the m >= n >= 1 for which these products are fastest. */
mp_size_t comba_factor_size (const struct comba_config *k, mp_size_t n);

/* Return limbs: of the transform, a multiple of 8; and of scratch for a product by THREADS threads.
   m is comba_factor_size's. */
size_t comba_factor_limbs (const struct comba_config *k, mp_size_t m);
size_t comba_factor_itch (const struct comba_config *k, mp_size_t m, int threads);

/* Sets F for products with bp[0..bn-1] modulo beta^m - 1 by the threads of POOL
   1 <= bn <= m.  PREPARED has comba_factor_limbs (k, m) limbs, is aligned to 64 bytes and belongs to
   F; so do the limbs at bp. */
void comba_factor_set (struct comba_factor *f, const struct comba_config *k, const struct comba_pool *pool,
                       mp_size_t m, mp_srcptr bp, mp_size_t bn, mp_ptr prepared);

/* rp[0..m-1] == ap[0..an-1] * bp[0..bn-1] (mod beta^m - 1), in [0, beta^m - 1]; the product itself if
   an + bn <= m
   1 <= an <= m.  rp does not overlap the operands.  Scratch: comba_factor_itch (k, m, threads) limbs.
   Time depends on the values. */
void comba_factor_product (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_ptr scratch);

#endif
