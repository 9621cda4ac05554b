/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The inner steps of Lehmer's algorithm, which GMP's gcd, gcdext and jacobi consist of. */

#ifndef COMBA_GCD_GCD_H
#define COMBA_GCD_GCD_H

#include "dispatch/config.h"
#include "arith/limb_pair.h"

/* The layout is that of GMP's struct hgcd_matrix1. */
struct comba_matrix1
{
  mp_limb_t u[2][2];
};

/* (A; B) = M (A'; B'), with the M that GMP's mpn_hgcd2 finds, for A = ah beta + al, B = bh beta + bl
   Returns 1, or 0 if there is no such M; then M is as it was.
   M has determinant 1 and entries below beta / 2.  It is a product of matrices (1 1; 0 1) and (1 0;
   1 1), one for each subtraction of Euclid's algorithm by subtractions.  A' and B' are at least 2
   beta.  Nearly always |A' - B'| is below 2 beta; the division behind may have one step left,
   because it sees only the upper three quarters of the limbs.
   No scratch.  Time depends on the values.
   D. H. Lehmer, Euclid's algorithm for large numbers (1938); N. Moeller, On Schoenhage's algorithm
   and subquadratic integer GCD computation (2008). */
int comba_hgcd2 (const struct comba_config *k, mp_limb_t ah, mp_limb_t al, mp_limb_t bh, mp_limb_t bl,
                 struct comba_matrix1 *m);

/* The same, and updates *BITS, GMP's state of a Jacobi symbol of numbers with the upper limbs A and
   B: of the numbers modulo 4, of which was subtracted from last, and of a sign.  A return value of
   0 leaves *BITS. */
int comba_hgcd2_jacobi (const struct comba_config *k, mp_limb_t ah, mp_limb_t al, mp_limb_t bh, mp_limb_t bl,
                        struct comba_matrix1 *m, unsigned *bits);

/* vp[0..n-1] = 1 / A mod M, below M, for A = ap[0..an-1] and M = mp[0..n-1]; 0 for M = 1
   n >= 1, mp[n-1] != 0, an >= 0.  A may have leading zeros and exceed M.  vp may overlap ap and mp.
   Returns 1, or with nothing written 0 if A has no inverse and -1 without memory.
   Scratch: comba_scratch_get's, O (n + an) limbs, before anything is computed.  Time depends on the
   values.
   Lehmer's algorithm; half a gcd for long M (gcd/half_gcd.c). */
int comba_invert_var (const struct comba_config *k, mp_ptr vp, mp_srcptr ap, mp_size_t an, mp_srcptr mp,
                      mp_size_t n);

/* Returns the Jacobi symbol (a|b), negated if bit 1 of SIGN is set; other bits are garbage.
   b odd.  No scratch.  Time depends on the values. */
int comba_jacobi_1 (mp_limb_t a, mp_limb_t b, mp_limb_t sign);

/* The same for two limbs. */
int comba_jacobi_2 (struct comba_pair a, struct comba_pair b, mp_limb_t sign);

/* Returns 1 and sets vp[0..n-1] = 1 / A mod M, below M, for A = ap[0..n-1] and M = mp[0..n-1]; or
   returns 0, with a number below M or 0 in vp, if A has no inverse.
   n, bits >= 1, M odd, its upper limbs may be 0.  BITS is at least the sum of the lengths of A and
   M in bits.  vp may be ap or mp.  Scratch: comba_invert_sec_itch (n) limbs, wiped.
   Time: constant in the operands, M included: depends on n and BITS alone.
   D. J. Bernstein, B.-Y. Yang, Fast constant-time gcd computation and modular inversion (2019). */
int comba_invert_sec (mp_ptr vp, mp_srcptr ap, mp_srcptr mp, mp_size_t n, size_t bits,
                      mp_ptr scratch);
size_t comba_invert_sec_itch (mp_size_t n);

#endif
