/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery for moduli of 2 to 15 limbs, whose context costs next to nothing: two inverses of a limb and
   one division by a limb.  An element is n limbs, any residue below beta^n.  For kernels, which bring their
   own products and reductions. */

#ifndef COMBA_RESIDUE_SMALL_H
#define COMBA_RESIDUE_SMALL_H

#include "residue/representation.h"
#include "residue/contexts.h"

/* zp[0..n-1] == tp[0..2n-1] / beta^(n+1) (mod P).  t is used up.  What it is before a last
   subtraction is below P + 2 beta^(n-1): n limbs, and a carry for P above beta^n - 2 beta^(n-1). */
typedef void comba_redc_fn (mp_ptr zp, mp_ptr tp, mp_srcptr context);

comba_residue_size_fn comba_small_context_size, comba_small_element_size, comba_small_itch;
comba_residue_init_fn comba_small_init;
comba_residue_encode_fn comba_small_encode;
void comba_small_decode (mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch,
                        comba_redc_fn *redc);

/* x b / beta^(n+1) is below 2P, whatever B < beta^n is: with any B. */
void comba_small_decode_times (mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_srcptr bp,
                              mp_size_t bn, mp_ptr scratch, comba_mul_fixed_fn *mul,
                              comba_redc_fn *redc);

comba_residue_mul_limb_fn comba_small_mul_limb;

/* What powers of two need. */
struct comba_odd_modulus comba_small_odd_modulus (mp_srcptr context);
comba_residue_decode_fn comba_small_remainder;

/* Kernels of such a representation: what powers by an exponent of one limb call directly (powm/powm_limb.c),
   for the n that the representation serves, the index of the tables.  REDUCTION says which of its
   reductions a context takes. */
struct comba_small_kernels
{
  const struct comba_representation *rep;
  comba_mul_fixed_fn *const *mul_n;
  comba_sqr_fixed_fn *const *sqr_n;
  comba_redc_fn *(*reduction) (mp_srcptr context, mp_size_t n);
};

/* Over the products of any configuration. */
extern const struct comba_representation comba_representation_small;

#endif
