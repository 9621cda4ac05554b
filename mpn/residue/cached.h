/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reductions with cached transforms.  There are transforms of a factor, mu or nu, whose product is
   the quotient Q, and of P or -P, whose product with Q is needed only modulo beta^m - 1, m > n,
   half as long as the full product.

   The factor and Q have n + extra limbs; extra is 0 or 1.  Time depends on the
   values: comba_cached_product may use Toom, the others have rare carries (mul/ntt/ntt.h). */

#ifndef COMBA_RESIDUE_CACHED_H
#define COMBA_RESIDUE_CACHED_H

#include "dispatch/config.h"
#include "mul/ntt/ntt.h"
#include "parallel/pool.h"

/* Returns whether configuration k has such reductions for n limbs. */
int comba_cached_serves (const struct comba_config *k, mp_size_t n, int extra);

/* Returns whether, in addition, they are faster for one thread, by the threshold mod_ntt. */
int comba_cached_pays (const struct comba_config *k, mp_size_t n, int extra);

/* Returns the m that configuration k uses. */
mp_size_t comba_cached_wrapped (const struct comba_config *k, mp_size_t n);

/* The largest sizes for any configuration, in limbs. */

/* The cached transforms; a multiple of 8. */
size_t comba_cached_size (mp_size_t n, int extra);

/* The scratch of comba_cached_quotient and comba_cached_multiple for at most THREADS threads. */
size_t comba_cached_itch (mp_size_t n, int extra, int threads);

/* The scratch of comba_cached_product for at most THREADS threads. */
size_t comba_cached_product_itch (mp_size_t n, int threads);

/* m. */
size_t comba_cached_most_wrapped (mp_size_t n);

/* Returns the largest value of SIZE for the transforms of any configuration. */
size_t comba_cached_most (size_t (*size) (const struct comba_ntt *ntt, mp_size_t n, int extra,
                                        int threads),
                        mp_size_t n, int extra, int threads);

/* cp[0..2n-1] = ap[0..n-1] * bp[0..n-1], or the square if ap == bp
   cp overlaps neither source.  Scratch: comba_cached_product_itch (n, pool->threads) limbs; but
   LIMBS if that is not 0 and the pool has one thread.
   Uses transforms if the pool has more than one thread. */
void comba_cached_product (const struct comba_pool *pool, const struct comba_config *k, mp_ptr cp,
                         mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_ptr scratch, size_t limbs);

/* Stores the transforms of fp[0..n+extra-1] and of pp[0..pn-1] at CACHED
   pn <= m.  CACHED has comba_cached_size (n, extra) limbs, is aligned to 64 bytes, and overlaps
   neither source.  No scratch. */
void comba_cached_init (const struct comba_config *k, mp_ptr cached, mp_srcptr fp, mp_srcptr pp,
                      mp_size_t pn, mp_size_t n, int extra);

/* rp[0..rn-1] = ap[0..n-1] times the factor, mod beta^rn
   rn <= 2n + extra.  rp may be ap.  Scratch: comba_cached_itch (n, extra, pool->threads) limbs. */
void comba_cached_quotient (const struct comba_pool *pool, const struct comba_config *k,
                          mp_srcptr cached, mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t n,
                          int extra, mp_ptr scratch);

/* rp[0..m-1] == qp[0..n+extra-1] times the number at pp in comba_cached_init (mod beta^m - 1)
   rp may be qp.  Scratch: comba_cached_itch (n, extra, pool->threads) limbs.
   The result is in [0, beta^m - 1].  A nonzero product never yields 0; it may yield beta^m - 1. */
void comba_cached_multiple (const struct comba_pool *pool, const struct comba_config *k,
                          mp_srcptr cached, mp_ptr rp, mp_srcptr qp, mp_size_t n, int extra,
                          mp_ptr scratch);

#endif
