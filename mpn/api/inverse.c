/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modular inverses.  The contract is in comba.h. */

#include "comba.h"
#include "gcd/gcd.h"
#include "residue/representation.h"

COMBA_EXPORT int
comba_invert (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr pp, mp_size_t n)
{
  if (n < 1 || n > COMBA_REPRESENTATION_MAX || an < 0 || an > COMBA_REPRESENTATION_MAX || pp[n - 1] == 0)
    return COMBA_BAD_SIZE;
  const int found = comba_invert_var (comba_active (), rp, ap, an, pp, n);
  return found > 0 ? COMBA_OK : found == 0 ? COMBA_NO_INVERSE : COMBA_NO_MEMORY;
}
