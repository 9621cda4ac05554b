/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Several products with the same factor, modulo a number M: its transform is made once, or for each
   product, which takes less memory. */

#ifndef COMBA_MUL_FACTOR_H
#define COMBA_MUL_FACTOR_H

#include "mul/ntt/ntt.h"
#include "dispatch/config.h"
#include "parallel/pool.h"

struct comba_factor_way
{
  mp_size_t m;                  /* limbs of a product */
  size_t kept, itch;            /* limbs of the transform, a multiple of 8; of scratch for a product */
  mp_size_t plus;               /* > 0: M = beta^plus + 1, m = plus + 1, by complex transforms */
  struct comba_ntt_moduli moduli;       /* k > 0: M = (beta^k + 1) (beta^m - 1), no transform is kept;
                                           k = 0, plus = 0: M = beta^m - 1 */
};

struct comba_factor
{
  const struct comba_config *k;
  const struct comba_pool *pool;
  struct comba_factor_way way;
  mp_size_t bn;
  mp_srcptr bp;
  mp_ptr kept;                  /* NULL: no transform is kept */
};

/* Returns the fastest way to multiply modulo an M of the first or the last kind, M >= beta^n - 1, by
   THREADS threads, for operands of up to an limbs
   1 <= an <= n.  With two and more threads, of the last kind. */
struct comba_factor_way comba_factor_way (const struct comba_config *k, mp_size_t n, mp_size_t an, int threads);

/* The same; or if its kept and itch exceed MOST limbs, one that needs less, for operands of which one
   has at most bn limbs, if there is such a way. */
struct comba_factor_way comba_factor_way_within (const struct comba_config *k, mp_size_t n, mp_size_t an, mp_size_t bn,
                                                 int threads, size_t most);

/* The latter way, modulo M >= beta^n; its itch is 0 if there is none. */
struct comba_factor_way comba_factor_way_by_moduli (const struct comba_config *k, mp_size_t n, mp_size_t bn, int threads);

/* Sets F for products with bp[0..bn-1] by the threads of POOL
   1 <= bn <= an for the an of WAY.  KEPT has way->kept limbs, is aligned to 64 bytes and belongs to F; so do the
   limbs at bp. */
void comba_factor_set (struct comba_factor *f, const struct comba_config *k, const struct comba_pool *pool,
                       const struct comba_factor_way *way, mp_srcptr bp, mp_size_t bn, mp_ptr kept);

/* rp[0..m-1] == ap[0..an-1] * bp[0..bn-1] (mod M), m = f->way.m; the product itself if it is below
   beta^n.  M = beta^plus + 1: in [0, beta^plus]
   1 <= an <= the an of f->way.  rp does not overlap the operands.  Scratch: way.itch limbs.
   Time depends on the values. */
void comba_factor_product (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_ptr scratch);

/* The same by a whole product, for f->way.moduli.k = 0.  Scratch: an + bn limbs. */
void comba_factor_product_whole (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_ptr scratch);

/* rp[0..m-1] = rp +- ap[0..an-1] beta^at modulo M.  at <= 2m.  Nothing overlaps.  M = beta^plus + 1:
   rp in [0, beta^plus], before and after. */
void comba_factor_add (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t at);
void comba_factor_sub (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t at);

/* For a product P < beta^(m - 1 + known), rp[0..m-1] modulo M, whose lowest limbs are ap[0..an-1]
   and zeros up to limb KNOWN: sets rp[known..m-1] to these limbs of P, and rp[0..known-1] to those
   from m on.  1 <= an <= known <= m; known <= m / 2 where way.moduli.k is not 0, known < m where way.plus is not 0.  Nothing overlaps. */
void comba_factor_take_low (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t known);

/* The number that is rp[0..m-1] modulo M, in two's complement, if its absolute value is below
   beta^m/2 - beta^k, or beta^plus / 2. */
void comba_factor_to_signed (const struct comba_factor *f, mp_ptr rp);

#endif
