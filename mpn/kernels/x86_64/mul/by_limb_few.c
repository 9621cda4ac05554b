/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "kernels/x86_64/mul/by_limb_few.h"

/* *r = the low limb of t; returns the high limb. */
static inline mp_limb_t
put (mp_ptr r, comba_dlimb t)
{
  *r = (mp_limb_t) t;
  return (mp_limb_t) (t >> GMP_LIMB_BITS);
}

mp_limb_t
comba_mul_1_few (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  carry = put (rp, (comba_dlimb) ap[0] * b + carry);
  return n == 1 ? carry : put (rp + 1, (comba_dlimb) ap[1] * b + carry);
}

mp_limb_t
comba_addmul_1_few (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  const mp_limb_t carry = put (rp, (comba_dlimb) ap[0] * b + rp[0]);
  return n == 1 ? carry : put (rp + 1, (comba_dlimb) ap[1] * b + rp[1] + carry);
}

/* r - t = ~(~r + t) for the limbs r, t. */
mp_limb_t
comba_submul_1_few (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  mp_limb_t sum;
  const mp_limb_t borrow = put (&sum, (comba_dlimb) ap[0] * b + ~rp[0]);
  rp[0] = ~sum;
  if (n == 1)
    return borrow;
  const mp_limb_t above = put (&sum, (comba_dlimb) ap[1] * b + ~rp[1] + borrow);
  rp[1] = ~sum;
  return above;
}
