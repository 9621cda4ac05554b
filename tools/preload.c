/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "preload.h"
#include "find.h"
#include "program.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Puts FIRST before the value of the environment variable NAME, a list.  Returns 0, or -1. */
static int
put_first (const char *name, const char *first)
{
  const char *others = getenv (name);
  char *value = NULL;
  if (others == NULL || *others == '\0')
    return setenv (name, first, 1);
  if (asprintf (&value, "%s:%s", first, others) < 0)
    return -1;
  int failed = setenv (name, value, 1);
  free (value);
  return failed;
}

/* Returns 0, or -1 after a message. */
static int
preload (const char *program, int with_libgmp)
{
  char path[PATH_MAX + sizeof ":libgmp.so.10"];
  if (find_libcomba (path, PATH_MAX) != 0)
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
  if (with_libgmp)
    strcat (path, ":libgmp.so.10");
  /* The address sanitizer wants to be the first library, because others may define malloc.
     libcomba does not, and so may come before it. */
  if (put_first ("LD_PRELOAD", path) != 0 || put_first ("ASAN_OPTIONS", "verify_asan_link_order=0") != 0)
    {
      fprintf (stderr, "%s: out of memory\n", program);
      return -1;
    }
  return 0;
}

int
preload_exec (const char *program, int with_libgmp, char **argv)
{
  char *loader;
  if (program_kind (argv[0], &loader) == PROGRAM_FOREIGN)
    fprintf (stderr, "%s: %s is for another C library than libcomba (it needs %s); running it without libcomba\n",
             program, argv[0], loader);
  else if (preload (program, with_libgmp) != 0)
    return 126;
  execvp (argv[0], argv);
  int reason = errno;
  fprintf (stderr, "%s: %s: %s\n", program, argv[0], strerror (reason));
  return reason == ENOENT || reason == ENOTDIR ? 127 : 126;
}
