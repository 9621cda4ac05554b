/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "output.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

int
finish_output (const char *program)
{
  if (!ferror (stdout) && fflush (stdout) != EOF)
    return 0;
  fprintf (stderr, "%s: standard output: %s\n", program, errno != 0 ? strerror (errno) : "cannot be written");
  return 1;
}
