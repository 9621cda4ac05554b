/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef COMBA_POWM_POWM_MANY_H
#define COMBA_POWM_POWM_MANY_H

#include "comba.h"
#include "dispatch/config.h"

/* comba_powm_many (comba.h), or comba_powm_many_sec if SEC, for configuration K.  The operands have
   been checked.
   Returns 1; or 0 if an allocation fails: then some results have been written.
   (powm/powm_many.c) */
int comba_powm_many_by (const struct comba_config *k, const struct comba_power *powers, size_t count,
                        int sec);

#endif
