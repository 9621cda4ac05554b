/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The environment, and messages on stderr.  The library is silent unless COMBA_VERBOSE or
   COMBA_REPORT asks for output, or something is wrong (one line, once).

   Output to stderr is lost unless descriptor 2 is the file that it was at load: a program may have
   closed it and opened a file of its own. */

#ifndef COMBA_DISPATCH_MESSAGES_H
#define COMBA_DISPATCH_MESSAGES_H

#include "limb.h"

/* Notes which file standard error is.  To be called at load, before any output. */
void comba_messages_start (void);

/* Returns the value of an environment variable, or NULL if it is unset or empty, or if the program
   has privileges that its caller lacks (secure_getenv). */
const char *comba_getenv (const char *name);

/* Reads a decimal number at *TEXT, after blanks, and moves *TEXT behind it.  Returns LLONG_MAX
   if it is too large; or -1 if there is none, and leaves *TEXT.  Unlike strtol and sscanf it
   needs no symbol that other C libraries lack. */
long long comba_number (const char **text);

/* Returns strerror's text, untranslated: a translation would call malloc, and a program's own
   malloc may not work before main. */
const char *comba_error_text (int error);

/* Writes a line "comba: ..." to stderr by one write.  errno is preserved. */
void comba_warn (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* Text collected for one write; it is cut where it does not fit. */
struct comba_text
{
  size_t length;
  char text[16384];
};

/* Appends to T, as printf. */
void comba_text_add (struct comba_text *t, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Writes T to stderr, if that still is the file that it was at load.  errno is preserved; errors
   are ignored. */
void comba_text_to_stderr (const struct comba_text *t);

/* Writes T to FD.  errno is preserved; errors are ignored. */
void comba_text_write (const struct comba_text *t, int fd);

#endif
