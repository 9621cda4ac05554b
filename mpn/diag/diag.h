/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What the library says, and when.  It is silent unless asked (COMBA_VERBOSE,
   COMBA_REPORT) or something is wrong (one line, once). */

#ifndef COMBA_DIAG_DIAG_H
#define COMBA_DIAG_DIAG_H

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

/* An environment variable, or NULL if it is unset, empty, or the program runs
   with privileges that its caller has not (secure_getenv). */
const char *comba_getenv (const char *name);

/* What strerror says, untranslated: to look for a translation takes memory from malloc, which a
   program's own has not got before main. */
const char *comba_error_text (int error);

/* A line "comba: ..." on stderr, by one write.  errno is preserved. */
void comba_warn (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* Text that is collected and then written at once; what does not fit is cut. */
struct comba_text
{
  size_t length;
  char text[16384];
};
void comba_text_add (struct comba_text *t, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void comba_text_write (const struct comba_text *t, int fd);

/* Adds a line for each libgmp in this process, and which of our entries its own
   calls can reach. */
void comba_describe_libgmp (struct comba_text *t);

/* Reads COMBA_VERBOSE and COMBA_REPORT; if they ask for it writes the line at
   load, turns counting on and arranges for the report at exit. */
void comba_report_start (void);

#endif
