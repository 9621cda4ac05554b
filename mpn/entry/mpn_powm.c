/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* rp[0..n-1] = bp[0..bn-1]^ep[0..en-1] mod mp[0..n-1], below it.
   mp[0] odd, n, bn, en >= 1, mp[n-1] != 0, ep[en-1] != 0.  rp may be any of the operands; tp
   is not needed.  Time depends on the values.

   gmp.h does not declare it: it is what mpz_powm calls, with the odd part of the modulus. */

#include "powm/powm.h"
#include "diag/diag.h"
#include "entry/undeclared.h"

static void __attribute__ ((noinline))
any_power (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr mp,
           mp_size_t n, mp_ptr tp)
{
  (void) tp;
  comba_powm_any (rp, bp, bn, ep, en, mp, n, comba_tested (comba_counted (comba_entry (), COMBA_ENTRY_POWM, n)));
}

/* What is only a shift comes first, and 2^E modulo a limb: it takes no longer than to save the
   registers that the rest needs, or little longer.  Where calls are counted it is found among them. */
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
