/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Who decided how much scratch a call may map (comba_memory_max in arith/scratch.h). */

#ifndef COMBA_DISPATCH_MEMORY_MAX_H
#define COMBA_DISPATCH_MEMORY_MAX_H

#include "limb.h"

/* At start: sets the bound from COMBA_MEMORY_MAX. */
void comba_memory_start (void);

/* Sets the bound for the program, and unmaps the scratch that is cached for later calls. */
void comba_memory_set (size_t bytes);

/* Returns "built-in", "COMBA_MEMORY_MAX" or "comba_set_memory_max". */
const char *comba_memory_source (void);

#endif
