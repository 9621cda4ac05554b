/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Representations over limbs whose product is a product of limbs and a reduction by precomputed
   inverses.  Defines comba_representation_KIND and the functions that all of them share.  A file
   includes this after it has defined

     KIND                                the name, as in struct comba_KIND (residue/contexts.h);
     ODD_ONLY, SETUP                     as in struct comba_representation;
     comba_KIND_itch, _init, _encode, _decode
                                         the same;
     reduce (k, &c, rp, cp, scratch)     rp[0..n-1] = the element for C = cp[0..2n-1], a product of
                                         two elements, with the parts C of the context. */

#include "residue/divide_rows.h"
#include "mul/mul.h"

/* The functions below have the contracts of struct comba_representation. */
size_t
OWN (element_size) (mp_size_t n)
{
  return comba_whole_lines (n);
}

void
OWN (mul) (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  const struct OWN (context) c = OWN (parts) (context);
  comba_product (k, scratch, xp, c.n, yp, c.n, scratch + 2 * c.n);
  reduce (k, &c, zp, scratch, scratch + 2 * c.n);
}

void
OWN (sqr) (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  const struct OWN (context) c = OWN (parts) (context);
  comba_product_sqr (k, scratch, xp, c.n, scratch + 2 * c.n);
  reduce (k, &c, zp, scratch, scratch + 2 * c.n);
}

void
OWN (mul_limb) (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_limb_t b,
                mp_ptr scratch)
{
  const struct OWN (context) c = OWN (parts) (context);
  comba_mul_limb_once (k, zp, xp, b, c.pp, c.n, scratch);
}

const struct comba_representation KIND_PASTE (comba_representation_, KIND, ) = {
  .name = KIND_STRING (KIND), .odd_only = ODD_ONLY, .setup = SETUP, .min = 1, .max = COMBA_REPRESENTATION_MAX,
  .context_size = OWN (size), .element_size = OWN (element_size), .itch = OWN (itch), .init = OWN (init),
  .encode = OWN (encode), .decode = OWN (decode), .mul = OWN (mul), .sqr = OWN (sqr), .mul_limb = OWN (mul_limb),
};
