/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Schoolbook division by P, one quotient limb a row.  Part of the interface for kernels.

   Residues are taken modulo D = P 2^s, which has its top bit set.  A row subtracts q D by adding
   q (beta^n - D); it must carry out exactly q.  Time depends on the values throughout. */

#ifndef COMBA_RESIDUE_DIVIDE_ROWS_H
#define COMBA_RESIDUE_DIVIDE_ROWS_H

#include "dispatch/config.h"
#include "arith/quotient_rows.h"

/* Whether comba_divisor_encode first folds its operand block by block, in configurations that
   have a by_block kernel.  For fewer limbs the folding factor costs more than it gains; for more
   it would not fit on the stack. */
#define COMBA_DIVISOR_BLOCK 4
#define COMBA_DIVISOR_BLOCKS_MAX 64
static inline int
comba_divisor_by_blocks (mp_size_t n, mp_size_t bn)
{
  return n >= 7 && n <= COMBA_DIVISOR_BLOCKS_MAX && bn >= 3 * n;
}

struct comba_divisor
{
  struct comba_row_divisor rows;        /* D, its complement and addmul_1 */
  comba_mul_fixed_fn *by_block; /* products by COMBA_DIVISOR_BLOCK limbs; NULL: rows only */
  int shift;                    /* s */
};

/* The divisor for P = pp[0..n-1].  n >= 3, pp[n-1] != 0, k->addmul_1 != NULL.  Writes dp[0..n-1]
   = D and complement[0..n-1] = beta^n - D, which the caller must keep as long as the result. */
struct comba_divisor comba_divisor_init (const struct comba_config *k, mp_ptr dp,
                                         mp_ptr complement, mp_srcptr pp, mp_size_t n);

/* The same divisor, rebuilt from the values that comba_divisor_init computed. */
struct comba_divisor comba_divisor_of (const struct comba_config *k, mp_srcptr dp,
                                       mp_srcptr complement, mp_size_t n, int shift,
                                       mp_limb_t reciprocal);

/* tp[0..n-1] = tp[0..n+rows-1] mod D.
   rows >= 0; requires tp[rows..n+rows-1] < D.  Clobbers tp[n..n+rows-1]. */
void comba_divisor_reduce (const struct comba_divisor *d, mp_ptr tp, mp_size_t rows);

/* xp[0..n-1] = xp[0..n-1] mod D, by at most one subtraction since D >= beta^n / 2. */
void comba_divisor_subtract (const struct comba_divisor *d, mp_ptr xp);

/* rp[0..n-1] = xp[0..xn-1] mod P.
   xn <= n; tp has n + 1 limbs.  rp does not overlap tp, and may overlap xp only if xn < n. */
void comba_divisor_decode (const struct comba_divisor *d, mp_ptr rp, mp_srcptr xp, mp_size_t xn,
                          mp_ptr tp);

/* rp[0..n-1] = bp[0..bn-1] mod D.
   bn >= 0; tp has 2n limbs.  rp overlaps neither bp nor tp. */
void comba_divisor_encode (const struct comba_divisor *d, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                          mp_ptr tp);

/* zp[0..n-1] == xp[0..n-1] c (mod P), below D.
   tp has n + 1 limbs.  zp may equal xp. */
void comba_divisor_mul_limb (const struct comba_divisor *d, mp_ptr zp, mp_srcptr xp, mp_limb_t c,
                             mp_ptr tp);

/* The same for P = pp[0..n-1] without a divisor: it makes one, which costs about two rows.
   tp has 3n + 1 limbs. */
void comba_mul_limb_once (const struct comba_config *k, mp_ptr zp, mp_srcptr xp, mp_limb_t c,
                          mp_srcptr pp, mp_size_t n, mp_ptr tp);

#endif
