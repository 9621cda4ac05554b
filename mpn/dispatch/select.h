/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The selection that was made for this process. */

#ifndef COMBA_DISPATCH_SELECT_H
#define COMBA_DISPATCH_SELECT_H

#include "dispatch/config.h"

/* Reads what is said about the CPU configuration (COMBA_CPU, else the best that runs here and passes its
   self-test) and its tuning (a file), and puts the gate in place where the first call chooses.  The
   first call of this function, before there are threads, does this: the constructor's, or that of a
   constructor which runs earlier. */
void comba_select (void);

/* The table that serves, as it is without a tuning file.  Chooses, if that has not been done. */
const struct comba_config *comba_builtin_config (void);

/* Where the selection and its tuning come from: "built-in", "COMBA_CPU", a path, ...  After the choice:
   before it, what was said. */
const char *comba_config_source (void);
const char *comba_tuning_source (void);

/* How many threads the tuning says; 0 if it says nothing. */
int comba_tuned_threads (void);

#endif
