/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reductions of products with transforms kept: those of a factor, mu or nu, whose product
   is the quotient Q, and of P or its negative, whose product with Q is wanted modulo
   beta^m - 1 alone, m > n, half as long as the whole.

   The factor has n + extra limbs, extra 0 or 1, and Q as many. */

#ifndef COMBA_RESIDUE_CACHED_H
#define COMBA_RESIDUE_CACHED_H

#include "dispatch/config.h"
#include "mul/ntt/ntt.h"
#include "parallel/pool.h"

/* Whether it can be done; and is worth it as well for one thread, by the threshold mod_ntt. */
int comba_cached_serves (const struct comba_config *k, mp_size_t n, int extra);
int comba_cached_pays (const struct comba_config *k, mp_size_t n, int extra);

/* The m of k. */
mp_size_t comba_cached_wrapped (const struct comba_config *k, mp_size_t n);

/* Limbs of what is kept, a multiple of 8, of the scratch of the functions below for a team of
   at most so many threads, of that of a product, and of m, for any CPU configuration. */
size_t comba_cached_size (mp_size_t n, int extra);
size_t comba_cached_itch (mp_size_t n, int extra, int threads);
size_t comba_cached_product_itch (mp_size_t n, int threads);
size_t comba_cached_most_wrapped (mp_size_t n);

/* The most that SIZE is with the transforms of any CPU configuration. */
size_t comba_cached_most (size_t (*size) (const struct comba_ntt *ntt, mp_size_t n, int extra,
                                        int threads),
                        mp_size_t n, int extra, int threads);

/* cp[0..2n-1] = ap[0..n-1] * bp[0..n-1], or the square if ap = bp: by transforms if the team
   is more than one. */
void comba_cached_product (const struct comba_pool *pool, const struct comba_config *k, mp_ptr cp,
                         mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_ptr scratch);

/* Keeps the transforms of fp[0..n+extra-1] and of pp[0..pn-1], pn <= m, at KEPT, which is
   aligned to 64 bytes.  No scratch. */
void comba_cached_init (const struct comba_config *k, mp_ptr cached, mp_srcptr fp, mp_srcptr pp,
                      mp_size_t pn, mp_size_t n, int extra);

/* rp[0..rn-1] = the lowest limbs of ap[0..n-1] times the factor, rn <= 2n + extra. */
void comba_cached_quotient (const struct comba_pool *pool, const struct comba_config *k,
                          mp_srcptr cached, mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t n,
                          int extra, mp_ptr scratch);

/* rp[0..m-1] = qp[0..n+extra-1] times what was pp, mod beta^m - 1; a product that is not 0
   but a multiple of that gives beta^m - 1. */
void comba_cached_multiple (const struct comba_pool *pool, const struct comba_config *k,
                          mp_srcptr cached, mp_ptr rp, mp_srcptr qp, mp_size_t n, int extra,
                          mp_ptr scratch);

#endif
