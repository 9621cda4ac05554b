/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Numbers to digits: the parts of comba_get_str.

   A number N < big^m, big = base^digits (radix/chunks.h), becomes a fraction F of h limbs:
   F / beta^h = (N + t) / big^m with 0 < t < 1.  Its digits then appear at the top one after the
   other: multiply F by a power of the base; the integer part is the next digits, and the
   remaining fraction is that of the other digits.  No step divides, and F shrinks with the number
   of digits left, because limbs below the least digit do not matter (Bernstein, "Scaled remainder
   trees", 2004).

   Error bound.  A step that keeps m chunks drops what is below beta^-h, which lowers t by less
   than 2^-COMBA_CHUNK_GUARD.  t begins between 1/8 and 5/8, and must stay above 0.
   - A leaf takes a chunk each step.  Consecutive steps that save no limb lose less and less, by a
     factor of big / beta <= 3/5, so their losses add up to less than 5/2 2^-COMBA_CHUNK_GUARD.  As
     big > 3/5 beta / base, a chunk leaves at most 9 bits of a limb unused, so m chunks have at most
     9 m / GMP_LIMB_BITS + 1 such runs.
   - A split gives its lower part the fraction's own t.  It gives its upper part any number in
     [0, 1), known to a limb, and moves it by 2^-3 to 2^-1 towards the middle, where it is again
     between 1/8 and 7/8.
   So t stays positive in a leaf of up to 10^9 chunks. */

#ifndef COMBA_RADIX_GET_STR_H
#define COMBA_RADIX_GET_STR_H

#include "radix/chunks.h"
#include "dispatch/config.h"

/* str[0..] = the digits of the m chunks in the fraction fp[0..h-1], in quadratic time
   m >= 1, h >= comba_chunk_limbs (c, m), c = &comba_chunks[base - 2], base no power of two.
   If LEADING, without leading zeros; a zero has no digits.  fp is destroyed.  No scratch.  Returns
   the end of the digits.  Time depends on the values. */
unsigned char *comba_get_str_leaf (const struct comba_config *k, unsigned char *str, int base, mp_ptr fp,
                                   mp_size_t h, mp_size_t m, int leading);

/* str[0..] = the digits of x > 0 in a base that is no power of two; returns their end.  Writes no
   other place.  Time depends on the value. */
unsigned char *comba_get_str_one_limb (unsigned char *str, int base, mp_limb_t x);

/* str[0..] = the digits of high beta + low in base 10, high > 0; returns their end.  Limbs of 64
   bits.  Time depends on the values. */
unsigned char *comba_get_str_two_limbs (unsigned char *str, mp_limb_t high, mp_limb_t low);

/* A power of the base without its lowest zero limbs: big^m 2^shift = beta^zeros limbs[0..n-1].  A
   divisor is shifted to have its top bit set, and has its comba_inverse_3by2. */
struct comba_radix_power
{
  mp_ptr limbs;
  mp_size_t n, zeros;
  int shift;
  mp_limb_t inverse;
};

/* Removes zero limbs at both ends of the limbs. */
static inline void
comba_radix_power_strip (struct comba_radix_power *p)
{
  while (p->limbs[p->n - 1] == 0)
    p->n--;
  while (p->limbs[0] == 0)
    p->limbs++, p->n--, p->zeros++;
}

/* big^m for m >= 1 chunks.  The limbs go to pp, comba_radix_power_itch (m) limbs; tp has as many and
   is scratch.  Squares, and products by a limb. */
struct comba_radix_power comba_radix_power (const struct comba_config *k, mp_ptr pp, mp_ptr tp, int base, mp_size_t m);
/* ip[0..n] = beta^(2n) / D, at most 2 off, for D = beta^(n-dn) dp[0..dn-1], or the n highest limbs of
   dp if dn > n
   n >= 4, dn >= 1; the top bit of dp[dn-1] is set, and dp is no power of two.  Nothing overlaps.
   Scratch: TP of 3n + 8 limbs, and comba_mul's.  Time depends on the values.  Newton. */
void comba_radix_inverse (const struct comba_config *k, mp_ptr ip, mp_srcptr dp, mp_size_t dn, mp_size_t n, mp_ptr tp);

/* The limbs of pp above. */
static inline size_t
comba_radix_power_itch (mp_size_t m)
{
  return (size_t) m + 2;
}

#endif
