/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Square roots and other roots of integers. */

#ifndef COMBA_ROOT_ROOT_H
#define COMBA_ROOT_ROOT_H

#include "dispatch/config.h"

/* N = S^2 + R, 0 <= R <= 2S, for N = np[0..n-1], S = sp[0..ceil(n/2)-1], R = rp[0..]
   n >= 1, np[n-1] != 0.  Returns the size of R, at most floor (n/2) + 1 and at most n limbs, and
   writes no limb of rp beyond it.  rp NULL: only S is computed; returns whether R is not zero.
   rp may be np, or overlap neither np; sp does not overlap np.  rp may be sp; then R is there
   afterwards.
   Scratch: comba_scratch_get's, that of comba_sqrtrem_newton, or 4 ceil(n/2) + 2 limbs and that of
   divisions and squares of ceil(n/4) limbs; ends the process with GMP's message if there is no
   memory.
   Time depends on the values.
   Schoolbook, Zimmermann's "Karatsuba square root" (1999), or Newton's iteration. */
mp_size_t comba_sqrtrem (const struct comba_config *k, mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t n);

/* N = S^K + R, 0 <= R, N < (S + 1)^K, for N = np[0..n-1], S = sp[0..ceil(n/K)-1], K = power
   n >= 1, np[n-1] != 0, power >= 2.  Returns the size of R, in rp[0..n-1].  rp NULL: only S is
   computed; returns whether R is not zero.  sp overlaps nothing; rp may be np.
   Scratch: comba_scratch_get's, about 4n limbs, and that of products; ends the process with GMP's
   message if there is no memory.  Time depends on the values. */
mp_size_t comba_rootrem (const struct comba_config *k, mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t n,
                         mp_limb_t power);

/* Returns whether np[0..n-1] may be a square, by its residue modulo 256; n >= 1. */
static inline int
comba_may_be_square (mp_srcptr np)
{
  /* Bit r is set if r is a square. */
  static const uint64_t squares[4] = { 0x202021202030213, 0x202021202020213, 0x202021202030212, 0x202021202020212 };
  return squares[np[0] / 64 % 4] >> np[0] % 64 & 1;
}

/* Returns whether np[0..n-1] is a square, 0 or 1; n >= 1, np[n-1] != 0.  Scratch: ceil(n/2) limbs,
   and that of comba_sqrtrem.  Time depends on the value.  _by_residues: for numbers that may be
   squares. */
int comba_is_square_by_residues (const struct comba_config *k, mp_srcptr np, mp_size_t n);
static inline int
comba_is_square (const struct comba_config *k, mp_srcptr np, mp_size_t n)
{
  return comba_may_be_square (np) && comba_is_square_by_residues (k, np, n);
}

/* N = S^2 + R, 0 <= R <= 2S, for N = np[0..2n-1], S = sp[0..n-1], R = np[0..n-1] afterwards plus
   beta^n times the value returned, 0 or 1
   np[2n-1] >= beta / 4.  The rest of np is clobbered.  sp does not overlap np.  Time depends on the
   values.

   Schoolbook, a limb of the root a row.  n >= 1.  No scratch. */
mp_limb_t comba_sqrtrem_basecase (const struct comba_config *k, mp_ptr sp, mp_ptr np, mp_size_t n);

/* For A = N beta^odd 2^shift, odd 0 or 1, whose top two bits are not both 0, with 2m limbs, N =
   np[0..2m-odd-1]: A = S^2 + R as above, S = sp[0..m-1], R = rp[0..m]
   m >= COMBA_SQRTREM_NEWTON_MIN.  Nothing overlaps.  rp begins comba_sqrtrem_newton_itch (k, m) limbs of
   scratch: about 2m, and those of a product of m limbs modulo a number above beta^m.
   Newton's iteration. */
#define COMBA_SQRTREM_NEWTON_MIN 8
void comba_sqrtrem_newton (const struct comba_config *k, mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t m, int odd,
                           int shift);
size_t comba_sqrtrem_newton_itch (const struct comba_config *k, mp_size_t m);

/* The contract of comba_sqrtrem_basecase, with the faster of that and Zimmermann's halves.  Scratch:
   comba_sqrtrem_itch (n) limbs. */
mp_limb_t comba_sqrtrem_normalised (const struct comba_config *k, mp_ptr sp, mp_ptr np, mp_size_t n,
                                    mp_ptr scratch);
static inline size_t
comba_sqrtrem_itch (mp_size_t n)
{
  return 2 * (size_t) n + 2;
}

#endif
