/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A file that is there as a whole or not at all. */

#ifndef TUNE_WRITE_H
#define TUNE_WRITE_H

#include <stddef.h>

/* Whether write_file could write PATH, found out by a temporary file beside it, or, with
   FOLDERS (they would be made), in the nearest folder above that is there.  Returns 0,
   or -1 after a message. */
int can_write_file (const char *path, int folders);

/* Writes TEXT[0..LENGTH-1] to a temporary file beside PATH and gives it that name; with
   FOLDERS it makes those that are missing.  A link at PATH stays: what it points to is
   replaced.  Returns 0, or -1 after a message, with PATH as it was. */
int write_file (const char *path, int folders, const char *text, size_t length);

#endif
