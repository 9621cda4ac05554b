/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* rp[0..2n-1] = ap[0..n-1]^2
   n >= 1; rp does not overlap ap.
   At basecase sizes time depends on n alone. */

#include "toom/toom.h"
#include "diag/diag.h"

COMBA_EXPORT void
mpn_sqr (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  COMBA_COUNT (COMBA_ENTRY_SQR, n);
  comba_sqr (comba_active (), rp, ap, n);
}
