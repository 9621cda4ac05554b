/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "preload.h"
#include "find.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int
preload_libcomba (const char *program, int with_libgmp)
{
  char path[PATH_MAX];
  if (find_libcomba (path, sizeof path) != 0)
    {
      fprintf (stderr, "%s: %s: %s\n", program, path, strerror (errno));
      return -1;
    }
  /* The loader splits LD_PRELOAD at spaces and colons. */
  if (strpbrk (path, " :") != NULL)
    {
      fprintf (stderr, "%s: %s: a path with a space or colon cannot be preloaded\n", program, path);
      return -1;
    }

  const char *others = getenv ("LD_PRELOAD");
  const char *libgmp = with_libgmp ? ":libgmp.so.10" : "";
  size_t size = strlen (path) + strlen (libgmp) + (others ? strlen (others) : 0) + 2;
  char *value = malloc (size);
  if (value == NULL)
    {
      fprintf (stderr, "%s: out of memory\n", program);
      return -1;
    }
  snprintf (value, size, "%s%s%s%s", path, libgmp, others && *others ? ":" : "", others ? others : "");
  int failed = setenv ("LD_PRELOAD", value, 1);
  if (failed)
    fprintf (stderr, "%s: out of memory\n", program);
  free (value);
  return failed;
}

int
preload_exec (const char *program, char **argv)
{
  execvp (argv[0], argv);
  int reason = errno;
  fprintf (stderr, "%s: %s: %s\n", program, argv[0], strerror (reason));
  return reason == ENOENT || reason == ENOTDIR ? 127 : 126;
}
