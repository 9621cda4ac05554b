/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_mul_1, mpn_mul_1c, mpn_addmul_1, mpn_submul_1: the primitives behind short division, GCD and
   radix conversion, and behind mpz_mul by one limb.  gmp.h does not declare mpn_mul_1c. */

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

/* One comparison; its branch is not taken where there is a kernel for n. */
#define BY_LIMB(kernels, args) \
  (n <= COMBA_BY_LIMB_MAX ? comba_entry ()->by_limb.kernels[n] args : comba_entry ()->by_limb.kernels[0] args)

/* rp[0..n-1] + beta^n r = ap[0..n-1] * b + carry; returns r.
   n >= 1.  rp may overlap ap if rp <= ap.  No scratch.
   Time: constant in the operands at every size.
   As GMP's mpn_mul_1c. */
COMBA_EXPORT_WEAK mp_limb_t
__gmpn_mul_1c (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  return BY_LIMB (mul_1, (rp, ap, n, b, carry));
}

/* rp[0..n-1] + beta^n r = ap[0..n-1] * b; returns r.
   n >= 1.  rp may overlap ap if rp <= ap.  No scratch.
   Time: constant in the operands at every size.
   As GMP's mpn_mul_1. */
COMBA_EXPORT_WEAK mp_limb_t
mpn_mul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return BY_LIMB (mul_1, (rp, ap, n, b, 0));
}

/* rp[0..n-1] + beta^n r = rp[0..n-1] + ap[0..n-1] * b; returns r.
   n >= 1.  rp may overlap ap if rp <= ap.  No scratch.
   Time: constant in the operands at every size.
   As GMP's mpn_addmul_1. */
COMBA_EXPORT_WEAK mp_limb_t
mpn_addmul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return BY_LIMB (addmul_1, (rp, ap, n, b));
}

/* rp[0..n-1] - beta^n r = rp[0..n-1] - ap[0..n-1] * b; returns r.
   n >= 1.  rp may overlap ap if rp <= ap.  No scratch.
   Time: constant in the operands at every size.
   As GMP's mpn_submul_1. */
COMBA_EXPORT_WEAK mp_limb_t
mpn_submul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return BY_LIMB (submul_1, (rp, ap, n, b));
}

COMBA_OWN (mul_1);
COMBA_OWN (addmul_1);
COMBA_OWN (submul_1);
