/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of huge operands by number-theoretic transforms.

   The operands are cut into coefficients of some 70 to 95 bits, the polynomials
   multiplied modulo three or four primes, and the coefficients of the product
   found by the Chinese remainder theorem.  No rounding: the result is exact.
   Limbs of 64 bits.

   Instructions and addresses depend on the sizes alone, but for rare carries: from
   one piece of a much longer operand into the next, and from what one thread wrote
   into what another did. */

#ifndef COMBA_NTT_H
#define COMBA_NTT_H

#include "limb.h"
#include "parallel/team.h"

struct comba_ntt
{
  /* Scratch in limbs for a product of an and bn limbs by so many threads,
     an >= bn >= 1; 0 if there is no transform of that length (from about 2^35 limbs
     on). */
  size_t (*itch) (mp_size_t an, mp_size_t bn, int threads);

  /* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
     an >= bn >= 1, itch (an, bn, team->threads) != 0; rp overlaps neither source; the
     sources may overlap, and equal ones make a square, which costs two transforms
     instead of three.  scratch overlaps nothing. */
  void (*mul) (const struct comba_team *team, mp_ptr rp, mp_srcptr ap, mp_size_t an,
               mp_srcptr bp, mp_size_t bn, mp_ptr scratch);
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
   (ntt/mul.c) */
int comba_ntt_mul (const struct comba_ntt *ntt, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                   mp_srcptr bp, mp_size_t bn);

/* The same by a team, of any number of threads. */
int comba_ntt_mul_shared (const struct comba_ntt *ntt, const struct comba_team *team, mp_ptr rp,
                          mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn);

#endif
