/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Counting calls, and the report of a process. */

#ifndef COMBA_DIAG_DIAG_H
#define COMBA_DIAG_DIAG_H

#include "dispatch/messages.h"
#include "dispatch/config.h"
#include "comba.h"

/* The printed name of each entry ("mul_n", ...), and its symbol: NULL if it is not exported on this
   architecture. */
extern const char *const comba_entry_names[COMBA_ENTRIES];
extern const char *const comba_entry_symbols[COMBA_ENTRIES];

/* Counts one call of ENTRY with size n. */
void comba_count (enum comba_entry entry, mp_size_t n);

/* Counts a call if K, the table that the exported function read, is the stub that counts.
   Returns the configuration to go on with: for a size that has a kernel of its own; other sizes
   take comba_tested of it. */
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

/* Whether PATH is that of a libgmp: libgmp.so.10, or libgmp-1a2b3c4d.so.10 as Python wheels bundle
   it; not libgmpxx, and not the shim of comba-system. */
int comba_is_libgmp (const char *path);

/* Appends to T three lines for each libgmp in this process: its path, the entries that its own
   calls could reach, and those that the loader has bound to comba; and for a fat one a fourth, the
   kernels in its table that comba has replaced. */
void comba_describe_libgmp (struct comba_text *t);

/* Reads COMBA_VERBOSE and COMBA_REPORT.  If they ask for a report, writes the line at load, turns
   counting on, and has the report written at exit. */
void comba_report_start (void);

#endif
