/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-run [--libgmp] [--] PROGRAM [ARGUMENT...]: runs a program with libcomba preloaded. */

#include "output.h"
#include "preload.h"
#include <comba.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
  "usage: comba-run [--libgmp] [--] PROGRAM [ARGUMENT...]\n"
  "Runs PROGRAM with libcomba in front of its libgmp.\n"
  "\n"
  "  --libgmp   preload libgmp.so.10 as well: for PHP, and other programs that open GMP with\n"
  "             RTLD_DEEPBIND\n"
  "  --help     print this text\n"
  "  --version  print the version\n"
  "\n"
  "Exit status: PROGRAM's own; 127 if there is no such program, 126 if it cannot be executed or\n"
  "libcomba is not found, 2 for a wrong command line, 1 if standard output cannot be written.  To\n"
  "see whether comba serves a program: comba-info -- PROGRAM.\n";

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return fputs (usage, stdout), finish_output ("comba-run");
  if (argc > 1 && strcmp (argv[1], "--version") == 0)
    return printf ("comba-run %s\n", COMBA_VERSION), finish_output ("comba-run");

  char **command = argv + 1;
  int with_libgmp = *command != NULL && strcmp (*command, "--libgmp") == 0;
  command += with_libgmp;
  if (*command != NULL && strcmp (*command, "--") == 0)
    command++;
  else if (*command != NULL && **command == '-')
    {
      fprintf (stderr, "comba-run: unknown option %s\n%s", *command, usage);
      return 2;
    }
  if (*command == NULL)
    {
      fputs (usage, stderr);
      return 2;
    }
  return preload_exec ("comba-run", with_libgmp, command);
}
