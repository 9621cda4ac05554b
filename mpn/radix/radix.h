/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Numbers and the digits of a base: bytes with values 0 to base - 1, the most significant one
   first. */

#ifndef COMBA_RADIX_RADIX_H
#define COMBA_RADIX_RADIX_H

#include "dispatch/config.h"

/* A base from 2 to 256: power = base^digits < beta, with as many digits as fit.  Base 256 has one
   digit less than a limb has bytes. */
struct comba_base
{
  mp_limb_t power;
  int digits;
};
extern const struct comba_base comba_bases[257];

/* Whether the base, at least 2, is a power of two. */
static inline int
comba_base_is_power_of_two (int base)
{
  return (base & (base - 1)) == 0;
}

/* rp[0..rn-1] = the number with the digits str[0..sn-1]; returns rn
   sn >= 1, 2 <= base <= 256.  rp, which does not overlap str, has room for the largest number of sn
   digits and one more limb, all of which may be written to.
   Returns the length without leading zero limbs, 0 for zero; except that in a base that is a power
   of two zero digits count as digits, unless they fill no limb.
   Scratch: comba_scratch_get's: twice the limbs of so many digits, rounded up to a multiple of a
   power of two by less than 1/8 with the built-in thresholds, and that of a product of half the
   size each; without memory, none, in quadratic time.
   Time depends on the values.
   Divide and conquer over the powers base^(m 2^i), from leaves of a few limbs. */
mp_size_t comba_set_str (const struct comba_config *k, mp_ptr rp, const unsigned char *str, size_t sn, int base);

/* The same by multiplying with a limb for each limb of digits, in quadratic time.  The base is no
   power of two.  Writes the limbs that it returns and no others.  No scratch. */
mp_size_t comba_set_str_leaf (const struct comba_config *k, mp_ptr rp, const unsigned char *str, size_t sn, int base);

/* The same for a base that is a power of two, by shifts, in linear time.  Writes the limbs that it
   returns and no others.  No scratch. */
mp_size_t comba_set_str_power_of_two (mp_ptr rp, const unsigned char *str, size_t sn, int base);

/* str[0..] = the digits of up[0..un-1] in a base from 2 to 256, without leading zeros, but one
   digit for zero; returns their number
   un >= 0; if un > 0, up[un-1] != 0.  up is destroyed, except for a base that is a power of two;
   it does not overlap str.
   Scratch: comba_scratch_get's, less than 5 un + 1000 limbs beside that of a product of un limbs
   or of a division, and from some thousand limbs on less than 4 un.  Without that memory: none, in quadratic time.
   Time depends on the values.
   Scaled remainders (radix/get_str.h). */
size_t comba_get_str (const struct comba_config *k, unsigned char *str, int base, mp_ptr up, mp_size_t un);

/* The same for a base that is a power of two, un >= 1: by shifts, in linear time. */
size_t comba_get_str_power_of_two (unsigned char *str, int base, mp_srcptr up, mp_size_t un);

#endif
