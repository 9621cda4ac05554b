/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_sqrtrem */

#include "root/root.h"
#include "diag/diag.h"

/* N = S^2 + R, 0 <= R <= 2S, for N = np[0..n-1], S = sp[0..ceil(n/2)-1], R = rp[0..n-1]
   n >= 1, np[n-1] != 0.  Returns the size of R.  rp NULL: returns zero if and only if R = 0.
   rp equals np or does not overlap it; sp does not overlap np.
   Scratch: 2n + 6 limbs at most, and that of divisions and squares of ceil(n/4) limbs.
   Time depends on the values.
   As GMP's mpn_sqrtrem. */
COMBA_EXPORT mp_size_t
mpn_sqrtrem (mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t n)
{
  return comba_sqrtrem (comba_tested (comba_counted (comba_entry (), COMBA_ENTRY_SQRTREM, n), n), sp, rp, np, n);
}
