/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_sec_powm, mpn_sec_powm_itch. */

#include "powm/powm.h"
#include "diag/diag.h"

/* rp[0..n-1] = bp[0..bn-1]^E mod P, below P, for the lowest enb bits E of ep and P = mp[0..n-1]
   n, bn, enb >= 1, P odd, mp[n-1] != 0.  rp may be any operand, but overlaps no part of one.
   Scratch: mpn_sec_powm_itch (bn, enb, n) limbs, which are wiped.
   Time: constant in the operands at every size, P included: depends on bn, enb and n alone.
   As GMP's mpn_sec_powm.  (powm/powm_sec.c) */
COMBA_EXPORT void
mpn_sec_powm (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_bitcnt_t enb, mp_srcptr mp, mp_size_t n, mp_ptr tp)
{
  comba_powm_sec (comba_tested (comba_counted (comba_entry (), COMBA_ENTRY_SEC_POWM, n)), rp, bp, bn, ep, enb, mp, n, tp);
}

/* Returns the scratch of mpn_sec_powm in limbs.
   It never decreases when BN, ENB or N increases. */
COMBA_EXPORT mp_size_t
mpn_sec_powm_itch (mp_size_t bn, mp_bitcnt_t enb, mp_size_t n)
{
  (void) bn;
  return (mp_size_t) comba_powm_sec_itch (comba_active (), enb, n);
}
