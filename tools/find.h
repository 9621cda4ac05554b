/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Finding the shared libcomba that belongs to a program of this package. */

#ifndef COMBA_FIND_H
#define COMBA_FIND_H

#include <stddef.h>

/* Writes the library's path to PATH[0..SIZE-1]: the library of the build tree for a program that
   runs from there, else one in the program's own folder, else the installed one.
   Returns 0, or -1 with errno set if it is not there. */
int find_libcomba (char *path, size_t size);

#endif
