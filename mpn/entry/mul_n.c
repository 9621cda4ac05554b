/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]
   n >= 1; rp overlaps neither source; the sources may be the same or overlap.
   At basecase sizes time depends on n alone. */

#include "toom/toom.h"
#include "diag/diag.h"

COMBA_EXPORT void
mpn_mul_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  COMBA_COUNT (COMBA_ENTRY_MUL_N, n);
  comba_mul_n (comba_active (), rp, ap, bp, n);
}
