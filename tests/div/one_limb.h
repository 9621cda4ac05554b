/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Operands and reference for division by one limb. */

#ifndef COMBA_TESTS_DIV_ONE_LIMB_H
#define COMBA_TESTS_DIV_ONE_LIMB_H

#include "../tests.h"

/* 1, the largest limb, powers of two and their neighbours, limbs of any length, multiples of powers
   of two, and the limbs around beta / 32, where folding changes. */
enum { DIVISOR_KINDS = 8 };

static mp_limb_t
divisor_of (int kind)
{
  const int bit = (int) random_below (GMP_LIMB_BITS);
  const mp_limb_t power = (mp_limb_t) 1 << bit, any = random_limb ();
  switch (kind)
    {
    case 0:
      return 1 + (mp_limb_t) random_below (3);
    case 1:
      return COMBA_LIMB_MAX - (mp_limb_t) random_below (3);
    case 2:
      return power;
    case 3:
      return power + 1;
    case 4:
      return power > 1 ? power - 1 : 3;
    case 5:
      return any >> bit | 1;
    case 6:
      return (any | 1) << bit;
    default:
      return ((mp_limb_t) 1 << (GMP_LIMB_BITS - 5)) + (mp_limb_t) random_below (9) - 4;
    }
}

/* qp[0..n-1] = floor (np[0..n-1] / d), bit by bit; returns the remainder. */
static mp_limb_t
reference_div_1 (mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t d)
{
  mp_limb_t r = 0;
  while (n-- > 0)
    {
      mp_limb_t q = 0;
      for (int i = GMP_LIMB_BITS; i-- > 0;)
        {
          const mp_limb_t top = r >> (GMP_LIMB_BITS - 1);
          r = r << 1 | (np[n] >> i & 1);
          if (top || r >= d)
            r -= d, q |= (mp_limb_t) 1 << i;
        }
      qp[n] = q;
    }
  return r;
}

/* np[0..n-1] = q d + r, with q[n-1] small enough; returns the limb that does not fit. */
static mp_limb_t
build_1 (mp_ptr np, mp_srcptr qp, mp_size_t n, mp_limb_t d, mp_limb_t r)
{
  for (mp_size_t i = 0; i < n; i++)
    {
      const comba_dlimb x = (comba_dlimb) qp[i] * d + r;
      np[i] = (mp_limb_t) x, r = (mp_limb_t) (x >> GMP_LIMB_BITS);
    }
  return r;
}

#endif
