/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_mul_1: rp[0..n-1] = ap[0..n-1] * b; mpn_mul_1c: plus carry; both return the limb carried out.
   mpn_addmul_1, mpn_submul_1: rp[0..n-1] = rp[0..n-1] + ap[0..n-1] * b, or less that; they return the limb
   carried, or borrowed.
   n >= 1; rp may overlap ap if rp <= ap.  No scratch.  Time depends on n alone.

   Division, greatest common divisors, conversion of few limbs and mpz_mul by one limb live of these. */

#include "dispatch/by_limb.h"
#include "diag/diag.h"
#include "entry/undeclared.h"

mp_limb_t
comba_ask_mul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  return comba_counted (comba_entry (), COMBA_ENTRY_MUL_1, n)->by_limb.mul_1[comba_by_limb_of (n)] (rp, ap, n, b, carry);
}

mp_limb_t
comba_ask_addmul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return comba_counted (comba_entry (), COMBA_ENTRY_ADDMUL_1, n)->by_limb.addmul_1[comba_by_limb_of (n)] (rp, ap, n, b);
}

mp_limb_t
comba_ask_submul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return comba_counted (comba_entry (), COMBA_ENTRY_SUBMUL_1, n)->by_limb.submul_1[comba_by_limb_of (n)] (rp, ap, n, b);
}

/* One comparison, which does not jump where there is a kernel for n. */
#define BY_LIMB(kernels, args) \
  (n <= COMBA_BY_LIMB_MAX ? comba_entry ()->by_limb.kernels[n] args : comba_entry ()->by_limb.kernels[0] args)

COMBA_EXPORT_WEAK mp_limb_t
__gmpn_mul_1c (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  return BY_LIMB (mul_1, (rp, ap, n, b, carry));
}

COMBA_EXPORT_WEAK mp_limb_t
mpn_mul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return BY_LIMB (mul_1, (rp, ap, n, b, 0));
}

COMBA_EXPORT_WEAK mp_limb_t
mpn_addmul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return BY_LIMB (addmul_1, (rp, ap, n, b));
}

COMBA_EXPORT_WEAK mp_limb_t
mpn_submul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return BY_LIMB (submul_1, (rp, ap, n, b));
}
