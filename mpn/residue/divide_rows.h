/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by P in the schoolbook way, row by row.  For kernels, too.

   Residues are those of D = P 2^s, which has its top bit set.  To subtract q D,
   q (beta^n - D) is added: q is what a row has to carry out. */

#ifndef COMBA_RESIDUE_DIVIDE_ROWS_H
#define COMBA_RESIDUE_DIVIDE_ROWS_H

#include "dispatch/config.h"

/* Whether what enters goes by blocks first, in sets that have by_block: with fewer limbs the
   factor takes longer, and for more there is no room on the stack. */
#define COMBA_DIVISOR_BLOCK 4
#define COMBA_DIVISOR_BLOCKS_MAX 64
static inline int
comba_divisor_by_blocks (mp_size_t n, mp_size_t bn)
{
  return n >= 7 && n <= COMBA_DIVISOR_BLOCKS_MAX && bn >= 3 * n;
}

struct comba_divisor
{
  comba_addmul_1_fn *addmul_1;
  comba_mul_fixed_fn *by_block; /* products by COMBA_DIVISOR_BLOCK limbs; NULL: rows only */
  mp_size_t n;
  int shift;                    /* s */
  mp_srcptr d, complement;
  mp_limb_t high, low, third, fourth;   /* D's upper limbs; zero for what D has not */
  mp_limb_t reciprocal;         /* (beta^3 - 1) / (high beta + low) - beta */
};

/* D of pp[0..n-1], pp[n-1] != 0, n >= 3; k->addmul_1 is not NULL.  dp[0..n-1] = D and
   complement[0..n-1] = beta^n - D are kept by the caller. */
struct comba_divisor comba_divisor_init (const struct comba_config *k, mp_ptr dp,
                                         mp_ptr complement, mp_srcptr pp, mp_size_t n);

/* The same again from what init made: D, beta^n - D, s and the reciprocal. */
struct comba_divisor comba_divisor_of (const struct comba_config *k, mp_srcptr dp,
                                       mp_srcptr complement, mp_size_t n, int shift,
                                       mp_limb_t reciprocal);

/* tp[0..n-1] becomes tp[0..n+rows-1] mod D; tp[rows..n+rows-1] is below D before.  The
   limbs above are overwritten.  Time depends on values. */
void comba_divisor_reduce (const struct comba_divisor *d, mp_ptr tp, mp_size_t rows);

/* xp[0..n-1] becomes itself mod D, which is at least half of beta^n. */
void comba_divisor_subtract (const struct comba_divisor *d, mp_ptr xp);

/* rp[0..n-1] = xp[0..xn-1] mod P, xn <= n; tp has n + 1 limbs.  rp overlaps
   neither, but may be anywhere at xp if xn < n. */
void comba_divisor_decode (const struct comba_divisor *d, mp_ptr rp, mp_srcptr xp, mp_size_t xn,
                          mp_ptr tp);

/* rp[0..n-1] = bp[0..bn-1] mod D, bn >= 0; tp has 2n limbs.  rp may not overlap bp. */
void comba_divisor_encode (const struct comba_divisor *d, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                          mp_ptr tp);

/* zp[0..n-1] == xp[0..n-1] c (mod P); tp has n + 1 limbs.  zp may be xp. */
void comba_divisor_mul_limb (const struct comba_divisor *d, mp_ptr zp, mp_srcptr xp, mp_limb_t c,
                             mp_ptr tp);

/* The same with a divisor of P = pp[0..n-1] made for it, which takes no longer than a row or two;
   tp has 3n + 1 limbs. */
void comba_mul_limb_once (const struct comba_config *k, mp_ptr zp, mp_srcptr xp, mp_limb_t c,
                          mp_srcptr pp, mp_size_t n, mp_ptr tp);

#endif
