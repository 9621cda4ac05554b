/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues in signed digits back to limbs. */

#ifndef COMBA_AVX2_LIMBS_OF_DIGITS_H
#define COMBA_AVX2_LIMBS_OF_DIGITS_H

#include "generic/generic.h"

/* rp[0..n-1] = X mod P, |X| < P, of signed digits of so many bits. */
static inline void
limbs_of_digits (mp_ptr rp, mp_size_t n, const double *xp, mp_size_t digits, int digit_bits, mp_srcptr pp)
{
  __int128 rest = 0;
  int bits = 0;
  mp_size_t i = 0;
  for (mp_size_t k = 0; k < digits; k++)
    {
      rest += (__int128) ((unsigned __int128) (int64_t) xp[k] << bits);
      bits += digit_bits;
      if (bits >= 64)
        {
          if (i < n)
            rp[i++] = (mp_limb_t) rest;
          rest >>= 64;
          bits -= 64;
        }
    }
  if (i < n)
    rp[i] = (mp_limb_t) rest, rest >>= 64;
  if (rest < 0)
    comba_add_n (rp, rp, pp, n);
}

#endif
