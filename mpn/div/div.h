/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division with remainder. */

#ifndef COMBA_DIV_DIV_H
#define COMBA_DIV_DIV_H

#include "dispatch/config.h"
#include "arith/scratch.h"

struct comba_room;

/* N = Q D + R, 0 <= R < D, for N = np[0..nn-1], D = dp[0..dn-1], Q = qp[0..nn-dn], R = rp[0..dn-1]
   nn >= dn >= 1, dp[dn-1] != 0.  rp may be np; nothing else overlaps.
   Scratch: comba_scratch_get's; without memory, an algorithm that needs less.
   Time depends on the values. */
void comba_divide (const struct comba_config *k, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn,
                   mp_srcptr dp, mp_size_t dn);

/* The same without other memory than SCRATCH, nn + dn + 2 limbs, and ROOM (mul/mul.h).  A long quotient
   takes longer. */
void comba_divide_in (const struct comba_config *k, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp,
                      mp_size_t dn, mp_ptr scratch, const struct comba_room *room);

/* The same for dn = 2, without scratch.  INVERSE is comba_div_inverse_of (dp, dn). */
void comba_div_qr_2 (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_limb_t inverse);

/* The same for 3 <= dn <= COMBA_DIV_FEW, without scratch. */
enum { COMBA_DIV_FEW = 15 };
void comba_div_qr_few (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn, mp_limb_t inverse);

/* N = (qh beta^(nn-dn) + Q) D + R, 0 <= R < D, for N = np[0..nn-1], D = dp[0..dn-1],
   Q = qp[0..nn-dn-1]; R replaces np[0..dn-1], np[dn..nn-1] are clobbered; returns qh, 0 or 1
   nn >= dn >= 3, the top bit of dp[dn-1] set.  INVERSE is comba_inverse_3by2 (dp[dn-1], dp[dn-2]).
   Nothing overlaps.  Scratch: COMBA_SCRATCH_STACK limbs on the stack.  Time depends on the values.
   Schoolbook, a quotient limb a row.  Moeller and Granlund, "Improved division by invariant
   integers" (2011). */
mp_limb_t comba_div_qr_basecase (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn,
                                 mp_srcptr dp, mp_size_t dn, mp_limb_t inverse);

/* The same by several quotient limbs a step, in configurations that comba_div_has_blocks; dn >
   COMBA_DIV_BLOCK.  COMPLEMENT is beta^dn - D, and beta^(COMBA_DIV_BLOCK+1) + X, X =
   xp[0..COMBA_DIV_BLOCK], the reciprocal of as many of D's highest limbs (div/reciprocal.h), or the
   highest limbs of a longer one. */
#define COMBA_DIV_BLOCK COMBA_ADD_MUL_BY_MAX
mp_limb_t comba_div_qr_blocks (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn,
                               mp_srcptr dp, mp_size_t dn, mp_limb_t inverse, mp_srcptr complement, mp_srcptr xp);

static inline int
comba_div_has_blocks (const struct comba_config *k)
{
  return k->add_mul_by[COMBA_DIV_BLOCK] != NULL;
}

/* xp[0..COMBA_DIV_BLOCK] = X for comba_div_qr_blocks; dn > COMBA_DIV_BLOCK, the top bit of dp[dn-1] set. */
void comba_div_block_reciprocal (mp_ptr xp, mp_srcptr dp, mp_size_t dn);

/* Returns whether a quotient of qn limbs by dn limbs takes less time in blocks than in rows, the
   reciprocal included. */
static inline int
comba_div_is_blocks (const struct comba_config *k, mp_size_t qn, mp_size_t dn)
{
  const mp_size_t from = k->thresholds.div_blocks;
  return (qn + dn) / 2 >= from && qn >= from / 2 && dn >= from / 2 && qn >= COMBA_DIV_BLOCK && dn > COMBA_DIV_BLOCK
         && comba_div_has_blocks (k);
}

/* The fewest limbs of a quotient and of a divisor that are not by rows. */
static inline mp_size_t
comba_div_rows_end (const struct comba_config *k)
{
  const struct comba_thresholds *t = &k->thresholds;
  return comba_div_has_blocks (k) && t->div_blocks < t->div_recursive ? t->div_blocks : t->div_recursive;
}

/* cp[0..n-1] = beta^n - D, D = dp[0..n-1] > 0.  cp may be dp. */
void comba_div_complement (mp_ptr cp, mp_srcptr dp, mp_size_t n);

/* qp[0..n-1] = floor (N / d), N = np[0..n-1]; returns N mod d
   n >= 0, d != 0.  qp and np may overlap if qp >= np.  No scratch.
   Time depends on the values.
   Short operands: a division a limb.  Others: four chains of exact division at once, which begin
   at the remainders of the leading limbs (div/one_limb.h). */
mp_limb_t comba_div_qr_1 (const struct comba_config *k, mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t d);

/* qp[0..n-1] = floor (r beta^n / d); returns the remainder
   n >= 0, r < d.  No scratch.  Time depends on the values. */
mp_limb_t comba_div_fraction_1 (mp_ptr qp, mp_size_t n, mp_limb_t r, mp_limb_t d);

/* Returns np[0..n-1] mod d
   n >= 0, d != 0.  No scratch.  Time depends on the values.
   Short operands: a division a limb.  Others: folding with powers of beta mod d. */
mp_limb_t comba_mod_1 (const struct comba_config *k, mp_srcptr np, mp_size_t n, mp_limb_t d);

/* qp[0..n-1] = np[0..n-1] / d, which must be exact
   n >= 1, d != 0.  qp may be np; otherwise they do not overlap.  No scratch.
   Time depends on n and on d alone, except that one limb is divided.
   Short operands: exact division from the bottom (Jebelean 1993).  Others: as comba_div_qr_1. */
void comba_divexact_1 (const struct comba_config *k, mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t d);

/* Returns the function for rp[0..n-1] -= ap[0..n-1] * b, n >= 1 (arith/arith.h): the configuration's
   kernel, or arith's where comba does not replace GMP's function. */
static inline comba_addmul_1_fn *
comba_div_submul_1 (const struct comba_config *k, mp_size_t n)
{
  comba_addmul_1_fn *kernel = k->by_limb.submul_1[comba_by_limb_of (n)];
  return kernel != NULL ? kernel : comba_submul_1;
}

/* Returns whether rows by n limbs add multiples of beta^n - D, which must fit on the stack. */
static inline int
comba_div_is_adding (const struct comba_config *k, mp_size_t n)
{
  return n >= k->thresholds.div_adding && n <= COMBA_SCRATCH_STACK && k->addmul_1 != NULL;
}

/* Sets rp[0..1] to at most X = 2^255 / (high beta + low + 1) and more than X - 4, for limbs of 64
   bits; INVERSE is comba_inverse_3by2 (high, low).  Time depends on the values. */
void comba_div_reciprocal_2 (mp_limb_t rp[2], mp_limb_t high, mp_limb_t low, mp_limb_t inverse);

/* The same for the 128 highest bits of D = dp[0..dn-1], dn >= 3, dp[dn-1] != 0. */
void comba_div_reciprocal_of (mp_limb_t rp[2], mp_srcptr dp, mp_size_t dn);

/* Returns whether div_vectors serves quotients of qn limbs. */
static inline int
comba_div_is_vectors (const struct comba_config *k, mp_size_t qn, mp_size_t dn)
{
  const mp_size_t from = k->thresholds.div_vectors;
  return dn >= from && dn >= 3 && qn >= from / 4 && dn <= k->div_vectors.max && k->div_vectors.div != NULL;
}

/* Returns whether a quotient of qn limbs by a longer divisor is by rows.  With vectors recursion pays
   earlier, because they do its inner divisions. */
static inline int
comba_div_is_narrow (const struct comba_config *k, mp_size_t qn)
{
  const int vectors = k->div_vectors.div != NULL && k->thresholds.div_vectors < COMBA_NEVER;
  return qn < 3 || qn < (vectors ? k->thresholds.div_vectors / 2 : k->thresholds.div_narrow);
}

/* As comba_div_qr_basecase, by div_vectors where comba_div_is_vectors; any dp[dn-1] != 0.
   RECIPROCAL is comba_div_reciprocal_of D. */
mp_limb_t comba_div_qr_vectors (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp,
                                mp_size_t dn, const mp_limb_t reciprocal[2]);

/* As comba_div_qr_basecase; scratch: dn limbs, and ROOM for products, or comba_mul's if that is NULL.
   By halves of the quotient.  Burnikel and Ziegler, "Fast recursive division" (1998). */
mp_limb_t comba_div_qr_recursive (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn,
                                  mp_srcptr dp, mp_size_t dn, mp_limb_t inverse, mp_ptr scratch,
                                  const struct comba_room *room);

/* The same by the algorithm that suits the sizes.  Scratch: comba_scratch_get's; without memory, an
   algorithm that needs less.  The second function needs no more than GMP's at any size, which takes
   longer.  The third takes no memory but ROOM's. */
mp_limb_t comba_div_qr_normalized (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn,
                                   mp_srcptr dp, mp_size_t dn, mp_limb_t inverse);
mp_limb_t comba_div_qr_in_little (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn,
                                  mp_srcptr dp, mp_size_t dn, mp_limb_t inverse);
mp_limb_t comba_div_qr_in_room (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn, mp_srcptr dp,
                                mp_size_t dn, mp_limb_t inverse, const struct comba_room *room);

/* Q = floor (N / D): the quotient of comba_divide, with its contract.  GIVEN is NULL, or np, or
   nn + 1 limbs that overlap nothing and save as much scratch. */
void comba_div_q (const struct comba_config *k, mp_ptr qp, mp_srcptr np, mp_size_t nn, mp_srcptr dp,
                  mp_size_t dn, mp_ptr given);

/* Returns comba_inverse_3by2 of the two highest limbs of D 2^s whose top bit is set, D = dp[0..dn-1],
   dn >= 2, dp[dn-1] != 0. */
mp_limb_t comba_div_inverse_of (mp_srcptr dp, mp_size_t dn);

#endif

