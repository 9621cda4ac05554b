/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by a precomputed divisor.  The contracts are in comba.h. */

#include "comba.h"
#include "div/divisor.h"
#include "residue/representation.h"
#include <string.h>

static int
status (int done)
{
  return done ? COMBA_OK : COMBA_NO_MEMORY;
}

static int
is_size (mp_size_t n)
{
  return n <= COMBA_REPRESENTATION_MAX;
}

COMBA_EXPORT int
comba_div_init (struct comba_div **context, mp_srcptr dp, mp_size_t dn)
{
  if (dn < 1 || !is_size (dn) || dp[dn - 1] == 0)
    return COMBA_BAD_SIZE;
  return status (comba_div_make (context, comba_active (), dp, dn));
}

COMBA_EXPORT void
comba_div_clear (struct comba_div *context)
{
  if (context != NULL)
    comba_div_free (context);
}

COMBA_EXPORT int
comba_div_qr (const struct comba_div *context, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn)
{
  if (nn < context->dn || !is_size (nn))
    return COMBA_BAD_SIZE;
  return status (comba_div_by (context, qp, rp, np, nn));
}

COMBA_EXPORT int
comba_div_r (const struct comba_div *context, mp_ptr rp, mp_srcptr np, mp_size_t nn)
{
  const mp_size_t dn = context->dn;
  if (nn < 0 || !is_size (nn))
    return COMBA_BAD_SIZE;
  if (nn >= dn)
    return status (comba_div_by (context, NULL, rp, np, nn));
  if (rp != np)
    memcpy (rp, np, (size_t) nn * sizeof (mp_limb_t));
  memset (rp + nn, 0, (size_t) (dn - nn) * sizeof (mp_limb_t));
  return COMBA_OK;
}
