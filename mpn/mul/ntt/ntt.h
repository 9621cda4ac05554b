/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of huge operands by number-theoretic transforms.

   The operands are cut into coefficients of some 56 to 95 bits.  The polynomials are multiplied
   modulo three to five primes, and the Chinese remainder theorem yields the coefficients of the
   product.  There is no rounding: the result is exact.

   Timing class of all functions here: instructions and addresses depend on the sizes alone,
   except for rare carries: from one piece of a much longer operand into the next, from one
   thread's limbs into another's, in the sum of residues modulo beta^k + 1 and beta^m - 1, and,
   with AVX2, through a whole field of a coefficient. */

#ifndef COMBA_MUL_NTT_NTT_H
#define COMBA_MUL_NTT_NTT_H

#include "limb.h"
#include "parallel/pool.h"

/* A kind of products.  One operand, b, may be prepared: transformed once for many products. */
struct comba_ntt_kind
{
  /* m > 0: the product modulo beta^m - 1, beta = 2^64, for an m from wrapped_size, or from crt_size
     if FOR_CRT; */
  mp_size_t m;
  int for_crt;

  /* m = 0: the full product of a, 1 to an limbs, and b, 1 to bn limbs. */
  mp_size_t an, bn;
};

/* A bipartite product of A and B, n limbs each.  m is even, m = crt_size (n + 1) or more;
   h = m / 2, h < n < m, t = n - h; A = A0 + A1 beta^h, and B likewise.

     Q0 = C F0 mod beta^h, C = A0 B0 mod beta^h;
     Q1 = floor (C F1 / beta^t) - (0 or 1), C = floor (A1 B1 / beta^t) - (0 or 1);
     S = A B + Q P mod beta^m - 1, Q of n + 1 limbs.

   F0 and F1, of at most h limbs, and P are prepared with the kind of m and FOR_CRT.

   next[0..next_n-1] is memory that the worker writes at the end of the call or after it, and that
   the other worker may have read last.  crt_quotient and crt_sum reclaim it meanwhile
   (parallel/hand_over.h).  This is a hint; next_n may be 0. */
struct comba_ntt_crt
{
  mp_size_t m;
  mp_srcptr ap, bp;             /* equal in squares */
  mp_size_t n;
  mp_srcptr factor[2], multiple;
  mp_srcptr next;
  mp_size_t next_n;
};

/* Products modulo M = (beta^k + 1) (beta^m - 1), k >= m, with an operand of at most bn limbs. */
struct comba_ntt_moduli
{
  mp_size_t n, bn, k, m;        /* k + m >= n */
};

/* If the longer operand has so many limbs, mul by one thread needs no more memory than GMP, operands
   and result included, unless the other one has less than an eighth and less than 5000 limbs, or
   less than a sixteenth.
   By several threads, from this mean length on.  Divisions, conversions and roots need no more than
   GMP's likewise.  A requirement, not a crossover: more memory is faster (mul/ntt/two_moduli_tpl.h), on
   any CPU. */
#define COMBA_NTT_LITTLE_FROM 20000

/* The same for dividends and radicands.  Their products have half as many limbs; shorter ones would
   take a sixth more time in little memory, longer ones take less. */
#define COMBA_DIV_LITTLE_FROM (2 * COMBA_NTT_LITTLE_FROM)

struct comba_ntt
{
  /* Returns the scratch in limbs for products of an x bn limbs by THREADS threads, and for all
     shorter ones if an = bn.  an >= bn >= 1.  Returns 0 if there is no transform of that length
     (from about 2^35 limbs on; on i386 from 2^26 or, without IFMA, 2^21). */
  size_t (*itch) (mp_size_t an, mp_size_t bn, int threads);

  /* The same for exactly an and bn limbs.  With limbs of 64 bits it is less for some than for shorter
     ones. */
  size_t (*itch_exactly) (mp_size_t an, mp_size_t bn, int threads);

  /* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
     an >= bn >= 1, itch (an, bn, pool->threads) != 0.
     rp overlaps neither source; the sources may overlap.  If they are equal, the product is a
     square and needs two transforms instead of three.
     scratch has itch_exactly (an, bn, pool->threads) limbs and overlaps nothing. */
  void (*mul) (const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_size_t an,
               mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

  /* With 32-bit limbs this member and all that follow are NULL.

     The same by one thread, in about half as much scratch while the longer operand has fewer than
     COMBA_NTT_LITTLE_FROM limbs, but up to 5 % slower. */
  size_t (*lean_itch) (mp_size_t an, mp_size_t bn);
  void (*mul_lean) (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

  /* The same for one way to multiply, also for shorter operands: the product modulo beta^k + 1 and beta^m - 1
     (mul/ntt/two_moduli_tpl.h).  PAIR is the number of a pair of lengths, or negative: the one that
     mul would choose.  Returns 0 if there is no such pair, or the sizes do not suit it. */
  size_t (*two_moduli_itch) (int pair, mp_size_t an, mp_size_t bn, int threads);
  void (*mul_two_moduli) (const struct comba_pool *pool, int pair, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                          mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

  /* Chooses the moduli for n and bn, bn <= n, and returns the scratch of mul_moduli in limbs for
     THREADS threads, mostly less than 3 n for large n.  Returns 0 if there are none. */
  size_t (*moduli_itch) (struct comba_ntt_moduli *moduli, mp_size_t n, mp_size_t bn, int threads);

  /* rp[0..k+m-1] == ap[0..an-1] * bp[0..bn-1] (mod M), in [0, M]
     1 <= an <= k + m, 1 <= bn <= moduli->bn.  rp overlaps neither source.  The same number of
     threads has chosen the moduli. */
  void (*mul_moduli) (const struct comba_pool *pool, const struct comba_ntt_moduli *moduli, mp_ptr rp, mp_srcptr ap,
                      mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

  /* Returns the smallest m >= n >= 1 for which there are products modulo beta^m - 1, or 0. */
  mp_size_t (*wrapped_size) (mp_size_t n);

  /* Returns the limbs of a prepared operand, a multiple of 8, or 0 if there is no transform of that
     length. */
  size_t (*prepared_size) (const struct comba_ntt_kind *kind);

  /* Returns the scratch of mul_prepared in limbs for THREADS threads, or 0 likewise. */
  size_t (*prepared_itch) (const struct comba_ntt_kind *kind, int threads);

  /* Prepares bp[0..bn-1], 1 <= bn <= m or kind->bn.  PREPARED is aligned to 64 bytes and does not
     overlap bp.  No scratch. */
  void (*prepare) (const struct comba_ntt_kind *kind, mp_ptr prepared, mp_srcptr bp,
                   mp_size_t bn);

  /* m = 0: rp[0..rn-1] = ap[0..an-1] * b mod beta^rn
     1 <= an <= kind->an, 1 <= rn <= an + kind->bn.

     m > 0: rp[0..m-1] == ap[0..an-1] * b (mod beta^m - 1), in [0, beta^m - 1]
     1 <= an <= m = rn.  A nonzero product never yields 0; it may yield beta^m - 1.

     rp equals ap or does not overlap it.  scratch has prepared_itch (kind, pool->threads) limbs and
     overlaps nothing. */
  void (*mul_prepared) (const struct comba_pool *pool, const struct comba_ntt_kind *kind,
                        mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr prepared,
                        mp_ptr scratch);

  /* Returns the scratch of mulmod in limbs, or 0 if there is no such product. */
  size_t (*mulmod_itch) (mp_size_t m);

  /* rp[0..m-1] == ap[0..an-1] * bp[0..bn-1] (mod beta^m - 1), in [0, beta^m - 1], by one thread
     1 <= an, bn <= m, an m from wrapped_size.  rp may equal ap or bp.  ap == bp with an == bn is a
     square.
     scratch has mulmod_itch (m) limbs and overlaps nothing.
     A nonzero product never yields 0; it may yield beta^m - 1. */
  void (*mulmod) (mp_size_t m, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                  mp_ptr scratch);

  /* A product by two workers, one for end 0 and one for end 1 (mul/ntt/crt_bipartite_tpl.h).  Each
     worker calls crt_quotient, crt_products and crt_sum in this order with scratch of crt_itch (m)
     limbs, which keeps its contents between the calls.  It needs nothing from the other worker
     except Q for crt_sum.  A sum has COMBA_NTT_BEYOND limbs beyond its h limbs. */
#define COMBA_NTT_BEYOND 2

  /* Returns an even m >= n for which there are such products, or 0. */
  mp_size_t (*crt_size) (mp_size_t n);

  /* Returns the scratch of one worker in limbs, or 0 if there is no such product. */
  size_t (*crt_itch) (mp_size_t m);

  /* end 0: qp[0..h-1] = Q0; end 1: qp[0..t] = Q1. */
  void (*crt_quotient) (const struct comba_ntt_crt *e, int end, mp_ptr qp, mp_ptr scratch);

  /* The transforms of A B in this end's branch. */
  void (*crt_products) (const struct comba_ntt_crt *e, int end, mp_ptr scratch);

  /* rp[0..h+COMBA_NTT_BEYOND-1] == S, with Q = qp[0..n]
     end 1: modulo beta^h - 1.  end 0: modulo beta^h + 1, plus a constant that is the same for all
     products with this m.  The result is below beta^h 2^126. */
  void (*crt_sum) (const struct comba_ntt_crt *e, int end, mp_ptr rp, mp_srcptr qp, mp_ptr scratch);
};

/* In portable C; NULL with 32-bit limbs. */
#if GMP_LIMB_BITS == 64
extern const struct comba_ntt comba_ntt_portable;
#define COMBA_NTT_PORTABLE (&comba_ntt_portable)
#else
#define COMBA_NTT_PORTABLE NULL
#endif

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
   an >= bn >= 1.  rp overlaps neither source; the sources may overlap, or be equal.
   Scratch: comba_scratch_get's.
   Returns 1; or 0, with rp unchanged, if an allocation fails or there is no such length.
   (mul/ntt/ntt_mul.c) */
int comba_ntt_mul (const struct comba_ntt *ntt, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                   mp_srcptr bp, mp_size_t bn);

/* The same in less memory, where mul_lean has it.  (mul/ntt/ntt_mul.c) */
int comba_ntt_mul_lean (const struct comba_ntt *ntt, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                        mp_srcptr bp, mp_size_t bn);

/* Returns scratch in limbs for a product of up to an and up to bn limbs by one thread with the
   transforms of any configuration; 0 if none has that length. */
size_t comba_ntt_itch (mp_size_t an, mp_size_t bn);

/* As comba_ntt_mul, by the threads of POOL, any number. */
int comba_ntt_mul_parallel (const struct comba_ntt *ntt, const struct comba_pool *pool, mp_ptr rp,
                          mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn);

#endif
