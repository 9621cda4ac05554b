/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Running a program with libcomba preloaded: what comba-run and comba-info share. */

#ifndef COMBA_PRELOAD_H
#define COMBA_PRELOAD_H

/* Puts libcomba in front of LD_PRELOAD: the library of the build tree for a
   program that runs from there, else the installed one.  WITH_LIBGMP: and libgmp.so.10 behind it,
   for programs that open GMP with RTLD_DEEPBIND: that looks no symbol up in what is preloaded,
   unless libgmp itself is.
   Returns 0, or -1 after a message on stderr. */
int preload_libcomba (const char *program, int with_libgmp);

/* Executes argv[0] with its arguments, found along PATH.  Returns only on
   failure, after a message on stderr: the exit code that a shell would give,
   127 when there is no such program, 126 when it cannot be executed. */
int preload_exec (const char *program, char **argv);

#endif
