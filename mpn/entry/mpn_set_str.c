/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_set_str, which mpz_set_str, mpz_inp_str and mpf_set_str call. */

#include "radix/radix.h"
#include "diag/diag.h"

/* rp[0..rn-1] = the number with the digits str[0..sn-1], the first one being the most significant;
   returns rn
   sn >= 1; 2 <= base <= 256; each digit is below the base.  rp has room for the largest number of
   sn digits and one more limb, and does not overlap str.
   Scratch: comba_scratch's; if an allocation fails, quadratic time without scratch.
   If the first digit is not zero, rp[rn-1] is not zero.
   Time: values may decide branches.
   As GMP's mpn_set_str. */
COMBA_EXPORT_WEAK mp_size_t
mpn_set_str (mp_ptr rp, const unsigned char *str, size_t sn, int base)
{
  const struct comba_config *k = comba_entry ();
  if (unlikely (k->stub != COMBA_SERVES))
    k = comba_counted (k, COMBA_ENTRY_SET_STR, (mp_size_t) ((sn - 1) / (unsigned) comba_bases[base].digits + 1));
  /* A digit has at most 4 or 8 bits. */
  const mp_size_t limbs = (mp_size_t) (sn / (base <= 16 ? 2 * sizeof (mp_limb_t) : sizeof (mp_limb_t))) + 1;
  return comba_set_str (comba_tested (k, limbs), rp, str, sn, base);
}
