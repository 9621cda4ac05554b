/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_mul_1: rp[0..n-1] = ap[0..n-1] * b; mpn_mul_1c: plus carry; both return the limb carried out.
   mpn_addmul_1, mpn_submul_1: rp[0..n-1] = rp[0..n-1] + ap[0..n-1] * b, or less that; they return the limb
   carried, or borrowed.
   n >= 1; rp may overlap ap if rp <= ap.  No scratch.  Time depends on n alone.

   Division, greatest common divisors, conversion of few limbs and mpz_mul by one limb live of these. */

#include "by_limb.h"
#include "diag/diag.h"
#include "undeclared.h"

mp_limb_t
comba_ask_mul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  return comba_counted (comba_entry (), COMBA_ENTRY_MUL_1, n)->by_limb.mul_1 (rp, ap, n, b, carry);
}

mp_limb_t
comba_ask_addmul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return comba_counted (comba_entry (), COMBA_ENTRY_ADDMUL_1, n)->by_limb.addmul_1 (rp, ap, n, b);
}

mp_limb_t
comba_ask_submul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return comba_counted (comba_entry (), COMBA_ENTRY_SUBMUL_1, n)->by_limb.submul_1 (rp, ap, n, b);
}

/* One or two limbs are not worth a jump, unless they are to be counted. */
static inline int
is_few (const struct comba_kernels *k, mp_size_t n)
{
  return n <= 2 && k->gate == COMBA_SERVES;
}

/* *r = the lower limb of t; returns the upper one. */
static inline mp_limb_t
put (mp_ptr r, comba_dlimb t)
{
  *r = (mp_limb_t) t;
  return (mp_limb_t) (t >> GMP_LIMB_BITS);
}

static inline mp_limb_t
mul_few (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  carry = put (rp, (comba_dlimb) ap[0] * b + carry);
  return n == 1 ? carry : put (rp + 1, (comba_dlimb) ap[1] * b + carry);
}

COMBA_EXPORT_WEAK mp_limb_t
__gmpn_mul_1c (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  const struct comba_kernels *k = comba_entry ();
  return is_few (k, n) ? mul_few (rp, ap, n, b, carry) : k->by_limb.mul_1 (rp, ap, n, b, carry);
}

COMBA_EXPORT_WEAK mp_limb_t
mpn_mul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  const struct comba_kernels *k = comba_entry ();
  return is_few (k, n) ? mul_few (rp, ap, n, b, 0) : k->by_limb.mul_1 (rp, ap, n, b, 0);
}

COMBA_EXPORT_WEAK mp_limb_t
mpn_addmul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  const struct comba_kernels *k = comba_entry ();
  if (!is_few (k, n))
    return k->by_limb.addmul_1 (rp, ap, n, b);
  const mp_limb_t carry = put (rp, (comba_dlimb) ap[0] * b + rp[0]);
  return n == 1 ? carry : put (rp + 1, (comba_dlimb) ap[1] * b + rp[1] + carry);
}

/* r - t = ~(~r + t) for the limbs r, t. */
COMBA_EXPORT_WEAK mp_limb_t
mpn_submul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  const struct comba_kernels *k = comba_entry ();
  if (!is_few (k, n))
    return k->by_limb.submul_1 (rp, ap, n, b);
  mp_limb_t sum;
  const mp_limb_t borrow = put (&sum, (comba_dlimb) ap[0] * b + ~rp[0]);
  rp[0] = ~sum;
  if (n == 1)
    return borrow;
  const mp_limb_t above = put (&sum, (comba_dlimb) ap[1] * b + ~rp[1] + borrow);
  rp[1] = ~sum;
  return above;
}
