/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What the file of a program tells about preloading. */

#ifndef COMBA_PROGRAM_H
#define COMBA_PROGRAM_H

enum program_kind
{
  PROGRAM_ANY,                  /* nothing is known: a script, for another CPU, not found, ... */
  PROGRAM_STATIC,               /* without a loader that could preload libraries */
  PROGRAM_FOREIGN,              /* with the loader of another C library than this executable's */
  PROGRAM_PRIVILEGED            /* setuid or setgid: the loader ignores LD_PRELOAD */
};

/* Looks at the file that execvp would execute for NAME.  If *LOADER is set, it is the path of its
   loader, to be freed. */
enum program_kind program_kind (const char *name, char **loader);

#endif
