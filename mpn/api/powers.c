/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Many powers at once.  The contracts are in comba.h. */

#include "api/context.h"
#include "powm/powm_many.h"

static int
bad_power (const struct comba_power *p, int sec)
{
  const int status = comba_mod_bad_modulus (p->pp, p->n);
  return status != COMBA_OK ? status
         : p->en < 0 ? COMBA_BAD_EXPONENT
         : sec && p->bn < 0 ? COMBA_BAD_SIZE
         : sec && (p->pp[0] & 1) == 0 ? COMBA_EVEN_MODULUS : COMBA_OK;
}

static int
powers_by (const struct comba_power *powers, size_t count, int sec)
{
  if (count > SIZE_MAX / 256)
    return COMBA_NO_MEMORY;
  for (size_t i = 0; i < count; i++)
    {
      const int status = bad_power (&powers[i], sec);
      if (status != COMBA_OK)
        return status;
    }
  return comba_mod_status (comba_powm_many_by (comba_active (), powers, count, sec));
}

COMBA_EXPORT int
comba_powm_many (const struct comba_power *powers, size_t count)
{
  return powers_by (powers, count, 0);
}

COMBA_EXPORT int
comba_powm_many_sec (const struct comba_power *powers, size_t count)
{
  return powers_by (powers, count, 1);
}
