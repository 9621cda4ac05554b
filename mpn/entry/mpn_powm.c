/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_powm.  gmp.h does not declare it: mpz_powm calls it with the odd part of the modulus. */

#include "powm/powm.h"
#include "diag/diag.h"
#include "entry/undeclared.h"

static void __attribute__ ((noinline))
any_power (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr mp,
           mp_size_t n, mp_ptr tp)
{
  (void) tp;
  comba_powm_any (rp, bp, bn, ep, en, mp, n, comba_tested (comba_counted (comba_entry (), COMBA_ENTRY_POWM, n), n));
}

/* rp[0..n-1] = bp[0..bn-1]^E mod P, below P, for E = ep[0..en-1] and P = mp[0..n-1]
   n, bn, en >= 1, P odd, mp[n-1] != 0, ep[en-1] != 0.  rp may be any operand.
   Scratch: comba_scratch; TP, GMP's scratch, is not used.  Aborts with GMP's message when no
   representation fits in memory.
   Time: depends on the values of all operands at every size.
   As GMP's mpn_powm.  (powm/powm_any.c)

   Powers of 2 that are only a shift, and 2^E modulo one limb, come first: they take hardly longer
   than saving the registers that the rest needs. */
COMBA_EXPORT void
__gmpn_powm (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr mp,
             mp_size_t n, mp_ptr tp)
{
  if (bn == 1 && bp[0] == 2 && en == 1 && comba_entry ()->stub == COMBA_SERVES)
    {
      if (comba_powm_is_shift (rp, ep[0], mp, n))
        return;
      if (n == 1)
        {
          comba_powm_one_two_limbs (rp, bp, bn, ep, en, mp, n);
          return;
        }
    }
  any_power (rp, bp, bn, ep, en, mp, n, tp);
}
