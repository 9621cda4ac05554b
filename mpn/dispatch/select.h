/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The selection of a CPU configuration for this process. */

#ifndef COMBA_DISPATCH_SELECT_H
#define COMBA_DISPATCH_SELECT_H

#include "dispatch/config.h"

/* Reads COMBA_CPU and the tuning file, and publishes the resolver stub: the first call of an
   exported function then selects the configuration.  Only the first call of this function does
   anything; it comes from a constructor, while there is one thread. */
void comba_select (void);

/* Returns the configuration in use as it is without a tuning file.  Selects one if none was. */
const struct comba_config *comba_builtin_config (void);

/* Returns a size such that calls with fewer limbs (comba_tested in dispatch/config.h) use no
   transforms with K, whatever the number of threads. */
mp_size_t comba_transforms_from (const struct comba_config *k);

/* Who set the configuration: "built-in" or "COMBA_CPU"; and its tuning: "built-in" or the path of a
   file.  Until the selection: who is to set them.  The strings live as long as the process. */
const char *comba_config_source (void);
const char *comba_tuning_source (void);

/* Returns the number of threads of the tuning file, or 0 if it has none. */
int comba_tuned_threads (void);

#endif
