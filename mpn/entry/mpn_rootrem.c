/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_rootrem.  gmp.h does not declare it. */

#include "root/root.h"
#include "diag/diag.h"
#include "entry/undeclared.h"

/* N = S^K + R, 0 <= R, N < (S + 1)^K, for N = np[0..n-1], S = sp[0..ceil(n/K)-1], K = power
   n >= 1, np[n-1] != 0, power >= 2.  Returns the size of R, in rp[0..n-1].  rp NULL: returns zero if
   and only if R = 0.  sp overlaps nothing; rp may be np.
   Scratch: 2n + 6 ceil(n/K) + 16 limbs, or if more, 14 ceil(n/K) + 80; and that of products and
   divisions.
   Time depends on the values.
   As GMP's mpn_rootrem. */
COMBA_EXPORT mp_size_t
__gmpn_rootrem (mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t n, mp_limb_t power)
{
  return comba_rootrem (comba_tested (comba_counted (comba_entry (), COMBA_ENTRY_ROOTREM, n), n), sp, rp, np, n, power);
}
