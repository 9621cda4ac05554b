/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery for odd P of 2 to 15 limbs, n < COMBA_SMALL_MAX.  The context is cheap: two
   inverses of a limb and one division by a limb.  The element of x is n limbs: any value below
   beta^n congruent to x beta^(n+1) modulo P.  Kernels bring their own products and reductions. */

#ifndef COMBA_RESIDUE_SMALL_H
#define COMBA_RESIDUE_SMALL_H

#include "residue/representation.h"
#include "residue/contexts.h"

/* zp[0..n-1] == tp[0..2n-1] / beta^(n+1) (mod P), below beta^n.  Any tp; it is clobbered.  zp
   overlaps neither tp nor the context.  Time depends on n, and on one rare subtraction of P: the
   value is below P + 2 beta^(n-1), which can carry out of n limbs only if P > beta^n - 2
   beta^(n-1).
   Montgomery 1985, as in doc/algorithms/residues.md. */
typedef void comba_redc_fn (mp_ptr zp, mp_ptr tp, mp_srcptr context);

/* As in struct comba_representation. */
comba_residue_size_fn comba_small_context_size, comba_small_element_size, comba_small_itch;
comba_residue_init_fn comba_small_init;
comba_residue_encode_fn comba_small_encode;

/* As init in struct comba_representation_sec; R^2 is at COMBA_SMALL_K. */
void comba_small_init_sec (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_srcptr r2p,
                           mp_ptr scratch);

/* The same for decode, with the reduction REDC of the context's size. */
void comba_small_decode (mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch,
                        comba_redc_fn *redc);

/* As decode_times in struct comba_representation, but for any b < beta^n: x b / beta^(n+1) stays
   below 2P.  Returns nothing. */
void comba_small_decode_times (mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_srcptr bp,
                              mp_size_t bn, mp_ptr scratch, comba_mul_fixed_fn *mul,
                              comba_redc_fn *redc);

/* As in struct comba_representation. */
comba_residue_mul_limb_fn comba_small_mul_limb;

/* The same, for powers of two. */
struct comba_odd_modulus comba_small_odd_modulus (mp_srcptr context);
comba_residue_decode_fn comba_small_remainder;

/* The kernels of such a representation, for powers with an exponent of one limb, which call them
   directly (powm/powm_limb.c).  The tables are indexed by n, for every n that the representation
   supports.  reduction returns the reduction for a context of n limbs. */
struct comba_small_kernels
{
  const struct comba_representation *rep;
  comba_mul_fixed_fn *const *mul_n;
  comba_sqr_fixed_fn *const *sqr_n;
  comba_redc_fn *(*reduction) (mp_srcptr context, mp_size_t n);
};

/* The representation over the basecases of any configuration. */
extern const struct comba_representation comba_representation_small;

#endif
