/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Writing a file completely or not at all. */

#ifndef TUNE_WRITE_H
#define TUNE_WRITE_H

#include <stddef.h>

/* Whether write_file could write PATH, tested with a temporary file beside it.  With FOLDERS,
   missing folders would be created, and the test uses the nearest existing folder above.  Returns
   0, or -1 after a message. */
int can_write_file (const char *path, int folders);

/* Writes TEXT[0..LENGTH-1] to a temporary file beside PATH and renames it to PATH; with FOLDERS it
   creates missing folders.  A link at PATH stays, and its target is replaced.  Returns 0, or -1
   after a message, with PATH unchanged. */
int write_file (const char *path, int folders, const char *text, size_t length);

#endif
