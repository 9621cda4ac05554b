/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Running a program with libcomba preloaded: what comba-run and comba-info share. */

#ifndef COMBA_PRELOAD_H
#define COMBA_PRELOAD_H

/* Puts libcomba in front of LD_PRELOAD: the library of the build tree for a
   program that runs from there, else the installed one.  With WITH_LIBGMP, libgmp.so.10 follows
   it: a program that opens GMP with RTLD_DEEPBIND finds preloaded symbols only if libgmp itself
   is preloaded.
   Returns 0, or -1 after a message on stderr. */
int preload_libcomba (const char *program, int with_libgmp);

/* Executes argv[0], found along PATH, with its arguments.  Returns only on
   failure, after a message on stderr, the exit status that a shell would give:
   127 if there is no such program, 126 if it cannot be executed. */
int preload_exec (const char *program, char **argv);

#endif
