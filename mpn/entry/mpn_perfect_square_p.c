/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_perfect_square_p */

#include "root/root.h"
#include "diag/diag.h"

/* Returns whether np[0..n-1] is a square: 0 or 1.
   n >= 1, np[n-1] != 0.  Scratch: ceil(n/2) limbs, and that of mpn_sqrtrem.
   Time depends on the value.
   As GMP's mpn_perfect_square_p. */
COMBA_EXPORT int
mpn_perfect_square_p (mp_srcptr np, mp_size_t n)
{
  const struct comba_config *k = comba_entry ();
  if (likely (k->stub == COMBA_SERVES) && !comba_may_be_square (np))
    return 0;
  return comba_is_square (comba_tested (comba_counted (k, COMBA_ENTRY_PERFECT_SQUARE, n), n), np, n);
}
