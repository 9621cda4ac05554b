/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; returns the top limb, rp[an+bn-1].
   an >= bn >= 1; rp overlaps neither source; the sources may be the same or overlap.
   At basecase sizes time depends on an and bn alone. */

#include "toom/toom.h"
#include "diag/diag.h"

COMBA_EXPORT mp_limb_t
mpn_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  COMBA_COUNT (COMBA_ENTRY_MUL, bn);
  if (ap == bp && an == bn)
    comba_sqr (comba_active (), rp, ap, an);
  else
    comba_mul (comba_active (), rp, ap, an, bp, bn);
  return rp[an + bn - 1];
}
