/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What the library says, and when.  It is silent unless asked (COMBA_VERBOSE,
   COMBA_REPORT) or something is wrong (one line, once). */

#ifndef COMBA_DIAG_DIAG_H
#define COMBA_DIAG_DIAG_H

#include "dispatch/messages.h"
#include "dispatch/config.h"
#include "comba.h"

/* The names of the entries, as printed: "mul_n", ... and the symbols they have, NULL for what is not exported
   on this CPU. */
extern const char *const comba_entry_names[COMBA_ENTRIES];
extern const char *const comba_entry_symbols[COMBA_ENTRIES];

/* Counts one call of ENTRY with operands of n limbs. */
void comba_count (enum comba_entry entry, mp_size_t n);

/* The same if k, which calls from outside read, counts.  Returns the table to go on with: for sizes that have a kernel of
   their own, and for others what comba_tested makes of it. */
static inline const struct comba_config *
comba_counted (const struct comba_config *k, enum comba_entry entry, mp_size_t n)
{
  if (likely (k->stub == COMBA_SERVES))
    return k;
  if (k->stub == COMBA_CHOOSES)
    return comba_chosen_for_fixed ();
  comba_count (entry, n);
  return comba_chosen ();
}

/* Sets every counter to zero. */
void comba_forget_calls (void);

/* Adds a line for each libgmp in this process, and which of our entries its own
   calls can reach. */
void comba_describe_libgmp (struct comba_text *t);

/* Reads COMBA_VERBOSE and COMBA_REPORT; if they ask for it writes the line at
   load, turns counting on and arranges for the report at exit. */
void comba_report_start (void);

#endif
