/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_jacobi_base, mpn_jacobi_2: mpz_jacobi and its relatives end with them, and Lucas sequences in
   mpz_probab_prime_p begin with the first.  gmp.h does not declare them. */

#include "gcd/gcd.h"
#include "entry/undeclared.h"

/* Returns the Jacobi symbol (a|b), negated if bit 1 of SIGN is set: 1, -1 or 0
   b odd.  No scratch.  Time: depends on the values.
   As GMP's mpn_jacobi_base.  (gcd/jacobi.c) */
COMBA_EXPORT int
__gmpn_jacobi_base (mp_limb_t a, mp_limb_t b, int sign)
{
  return comba_jacobi_1 (a, b, (mp_limb_t) sign);
}

/* The same for ap[0..1] and bp[0..1], negated if bit 0 of SIGN is set
   bp[0] odd.  No scratch.  Time: depends on the values.
   As GMP's mpn_jacobi_2. */
COMBA_EXPORT int
__gmpn_jacobi_2 (mp_srcptr ap, mp_srcptr bp, unsigned sign)
{
  const struct comba_pair a = { .low = ap[0], .high = ap[1] }, b = { .low = bp[0], .high = bp[1] };
  return comba_jacobi_2 (a, b, 2 * (mp_limb_t) sign);
}
