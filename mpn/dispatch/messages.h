/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The environment, and lines on stderr.  The library is silent unless it is asked (COMBA_VERBOSE, COMBA_REPORT) or
   something is wrong (one line, once). */

#ifndef COMBA_DISPATCH_MESSAGES_H
#define COMBA_DISPATCH_MESSAGES_H

#include "limb.h"

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

#endif
