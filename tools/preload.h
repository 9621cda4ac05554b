/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Running a program with libcomba preloaded: what comba-run and comba-info share. */

#ifndef COMBA_PRELOAD_H
#define COMBA_PRELOAD_H

/* Executes ARGV[0], found along PATH, with its arguments and with libcomba in front of LD_PRELOAD:
   the library of the build tree for a program that runs from there, else the installed one.  With
   WITH_LIBGMP, libgmp.so.10 follows it: a program that opens GMP with RTLD_DEEPBIND finds preloaded
   symbols only if libgmp itself is preloaded.  A program of another C library runs without libcomba,
   after a message.  PROGRAM is for messages, which go to stderr.
   Returns only on failure, after a message, the exit status that a shell would give: 127 if there is
   no such program, 126 if it cannot be executed or libcomba is not found. */
int preload_exec (const char *program, int with_libgmp, char **argv);

#endif
