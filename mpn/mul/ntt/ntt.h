/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of huge operands by number-theoretic transforms.

   The operands are cut into coefficients of some 56 to 95 bits, the polynomials
   multiplied modulo three to five primes, and the coefficients of the product
   found by the Chinese remainder theorem.  No rounding: the result is exact.

   Instructions and addresses depend on the sizes alone, but for rare carries: from
   one piece of a much longer operand into the next, from what one thread wrote
   into what another did, and, with AVX2, through a whole field of a coefficient. */

#ifndef COMBA_MUL_NTT_NTT_H
#define COMBA_MUL_NTT_NTT_H

#include "limb.h"
#include "parallel/pool.h"

/* Products of a kind, of which one operand, b, may be prepared: transformed once for many
   products. */
struct comba_ntt_kind
{
  /* Either the product modulo beta^m - 1, beta = 2^64, for an m that wrap gives, or wrap_halves IN_HALVES, */
  mp_size_t m;
  int in_halves;

  /* or, with m = 0, the whole product of a, of 1 to an limbs, and b, of 1 to bn. */
  mp_size_t an, bn;
};

/* A bipartite product, of A and B, of n limbs: h = m / 2, h < n < m = wrap_halves (n + 1) or more, t = n - h;
   A = A0 + A1 beta^h, and B likewise.

     Q0 = C F0 mod beta^h, C = A0 B0 mod beta^h;
     Q1 = floor (C F1 / beta^t), C = floor (A1 B1 / beta^t), where both may be less by one;
     S = A B + Q P mod beta^m - 1, Q of n + 1 limbs.

   F0 and F1, of at most h limbs, and P are prepared for the kind m, in halves.

   next[0..next_n-1] is what the worker writes at the end of the call or after it, and the other may have read last:
   halves_quotient and halves_sum reclaim it meanwhile (parallel/hand_over.h).  A hint; next_n may be 0. */
struct comba_ntt_crt_halves
{
  mp_size_t m;
  mp_srcptr ap, bp;             /* equal in squares */
  mp_size_t n;
  mp_srcptr factor[2], multiple;
  mp_srcptr next;
  mp_size_t next_n;
};

struct comba_ntt
{
  /* Scratch in limbs for a product of an and bn limbs by so many threads,
     an >= bn >= 1; 0 if there is no transform of that length (from about 2^35 limbs
     on; on i386 from 2^26 or, without IFMA, 2^21). */
  size_t (*itch) (mp_size_t an, mp_size_t bn, int threads);

  /* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
     an >= bn >= 1, itch (an, bn, team->threads) != 0; rp overlaps neither source; the
     sources may overlap, and equal ones make a square, which costs two transforms
     instead of three.  scratch overlaps nothing. */
  void (*mul) (const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_size_t an,
               mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

  /* With limbs of 32 bits all that follows is NULL.

     The smallest m >= n >= 1 such that there are products modulo beta^m - 1, or 0. */
  mp_size_t (*wrap) (mp_size_t n);

  /* Limbs of a prepared operand, a multiple of 8, and of the scratch for a product with
     it by so many threads; 0 if there is no transform of that length. */
  size_t (*prepared_size) (const struct comba_ntt_kind *kind);
  size_t (*prepared_itch) (const struct comba_ntt_kind *kind, int threads);

  /* Prepares bp[0..bn-1], 1 <= bn <= m or kind->bn.  PREPARED is aligned to 64 bytes, and
     overlaps not bp.  No scratch. */
  void (*prepare) (const struct comba_ntt_kind *kind, mp_ptr prepared, mp_srcptr bp,
                   mp_size_t bn);

  /* rp[0..rn-1] = the lowest limbs of ap[0..an-1] * b, 1 <= an <= kind->an, 1 <= rn <=
     an + kind->bn; or
     rp[0..m-1] = ap[0..an-1] * b mod beta^m - 1, 1 <= an <= m = rn, where a product that is
     not 0 but a multiple of beta^m - 1 gives beta^m - 1.
     rp may be ap, or overlaps it not; scratch overlaps nothing. */
  void (*mul_prepared) (const struct comba_pool *pool, const struct comba_ntt_kind *kind,
                        mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr prepared,
                        mp_ptr scratch);

  /* rp[0..m-1] = ap[0..an-1] * bp[0..bn-1] mod beta^m - 1 with nothing prepared, as above.
     1 <= an, bn <= m; rp may be ap or bp; ap = bp, an = bn makes a square. */
  size_t (*mulmod_itch) (mp_size_t m);
  void (*mulmod) (mp_size_t m, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                  mp_ptr scratch);

  /* Products by two workers, one for end 0 and one for end 1, who have the same scratch of halves_itch (m) limbs, or there is
     none if that is 0; wrap_halves gives an even m >= n.  A worker calls these in this order, each with the scratch as
     the one before left it, and needs nothing of the other's but Q for halves_sum.  (crt_halves_tpl.h)

     halves_quotient: qp[0..h-1] = Q0, qp[0..t] = Q1.
     halves_sum: rp[0..h+COMBA_NTT_BEYOND-1] = R0 == S (mod beta^h - 1) by end 1, and R1 == S and some constant
     (mod beta^h + 1), the same in all products with this m, by end 0; both below beta^h 2^126. */
#define COMBA_NTT_BEYOND 2
  mp_size_t (*wrap_halves) (mp_size_t n);
  size_t (*halves_itch) (mp_size_t m);
  void (*halves_quotient) (const struct comba_ntt_crt_halves *e, int end, mp_ptr qp, mp_ptr scratch);
  void (*halves_products) (const struct comba_ntt_crt_halves *e, int end, mp_ptr scratch);
  void (*halves_sum) (const struct comba_ntt_crt_halves *e, int end, mp_ptr rp, mp_srcptr qp, mp_ptr scratch);
};

/* In C, for any CPU; NULL with limbs of 32 bits. */
#if GMP_LIMB_BITS == 64
extern const struct comba_ntt comba_ntt_portable;
#define COMBA_NTT_PORTABLE (&comba_ntt_portable)
#else
#define COMBA_NTT_PORTABLE NULL
#endif

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
   an >= bn >= 1; rp overlaps neither source; the sources may overlap, or be equal.
   Returns 1; or 0, with nothing done, if there is no memory or no such length.
   (mul/ntt/ntt_mul.c) */
int comba_ntt_mul (const struct comba_ntt *ntt, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                   mp_srcptr bp, mp_size_t bn);

/* Scratch for a product by one thread with the transforms of any CPU configuration; 0 if none
   has that length. */
size_t comba_ntt_itch (mp_size_t an, mp_size_t bn);

/* comba_ntt_mul by a team, of any number of threads. */
int comba_ntt_mul_shared (const struct comba_ntt *ntt, const struct comba_pool *pool, mp_ptr rp,
                          mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn);

#endif
