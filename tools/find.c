/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "find.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libcomba.so.0"

/* The folder of this executable, or NULL. */
static char *
own_folder (char *path, size_t size)
{
  ssize_t n = readlink ("/proc/self/exe", path, size - 1);
  if (n <= 0)
    return NULL;
  path[n] = '\0';
  *strrchr (path, '/') = '\0';
  return path;
}

int
find_libcomba (char *path, size_t size)
{
  /* In a build tree; and where tools and library share a folder, as in a Python wheel. */
  static const char *const below[] = { "/.libs/" LIBRARY, "/" LIBRARY };
  char folder[PATH_MAX];
  if (own_folder (folder, sizeof folder) != NULL)
    for (int i = 0; i < 2; i++)
      {
        int n = snprintf (path, size, "%s%s", folder, below[i]);
        if ((size_t) n < size && access (path, R_OK) == 0)
          return 0;
      }
  snprintf (path, size, "%s", LIBDIR "/" LIBRARY);
  return access (path, R_OK);
}
