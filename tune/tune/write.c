/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "write.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int
complain (const char *path, const char *reason)
{
  fprintf (stderr, "comba-tune: %s: cannot be written: %s\n", path, reason);
  return -1;
}

/* The real path of PATH, with links followed if it exists. */
static int
resolve (char real[PATH_MAX], const char *path)
{
  struct stat s;
  if (realpath (path, real) == NULL)
    {
      if (strlen (path) >= PATH_MAX)
        return complain (path, strerror (ENAMETOOLONG));
      strcpy (real, path);
    }
  else if (stat (real, &s) == 0 && !S_ISREG (s.st_mode))
    return complain (path, "it is not a regular file");
  return 0;
}

/* Cuts PATH to its folder. */
static void
cut (char path[PATH_MAX])
{
  char *slash = strrchr (path, '/');
  if (slash == NULL)
    strcpy (path, ".");
  else
    slash[slash == path] = '\0';
}

/* Creates a file in FOLDER, whose name becomes TEMPORARY; mkstemp fills in the six X. */
static int
new_file (char temporary[PATH_MAX], const char *folder)
{
  if (snprintf (temporary, PATH_MAX, "%s/.tuning-XXXXXX", folder) >= PATH_MAX)
    {
      errno = ENAMETOOLONG;
      return -1;
    }
  return mkstemp (temporary);
}

int
can_write_file (const char *path, int folders)
{
  char folder[PATH_MAX], temporary[PATH_MAX];
  struct stat s;
  if (resolve (folder, path) != 0)
    return -1;
  do
    cut (folder);
  while (folders && strlen (folder) > 1 && stat (folder, &s) != 0 && errno == ENOENT);
  int fd = new_file (temporary, folder);
  if (fd < 0)
    return complain (path, strerror (errno));
  close (fd);
  unlink (temporary);
  return 0;
}

static int
make_folders (const char *folder)
{
  char path[PATH_MAX];
  strcpy (path, folder);
  for (char *p = path + 1; ; p++)
    if (*p == '/' || *p == '\0')
      {
        char c = *p;
        *p = '\0';
        if (mkdir (path, 0777) != 0 && errno != EEXIST)
          return -1;
        if (c == '\0')
          return 0;
        *p = c;
      }
}

static int
write_all (int fd, const char *text, size_t length)
{
  while (length > 0)
    {
      ssize_t n = write (fd, text, length);
      if (n < 0)
        return -1;
      text += n;
      length -= n;
    }
  mode_t mask = umask (0);
  umask (mask);
  return fchmod (fd, 0666 & ~mask) == 0 && fsync (fd) == 0 ? 0 : -1;
}

int
write_file (const char *path, int folders, const char *text, size_t length)
{
  char real[PATH_MAX], folder[PATH_MAX], temporary[PATH_MAX];
  if (resolve (real, path) != 0)
    return -1;
  strcpy (folder, real);
  cut (folder);
  if (folders && make_folders (folder) != 0)
    return complain (path, strerror (errno));

  /* No signal leaves a temporary file behind. */
  sigset_t all, saved;
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, &saved);
  int fd = new_file (temporary, folder), failed = fd < 0, error = errno;
  if (!failed)
    {
      failed = write_all (fd, text, length) != 0 || rename (temporary, real) != 0;
      error = errno;
      close (fd);
      if (failed)
        unlink (temporary);
    }
  sigprocmask (SIG_SETMASK, &saved, NULL);
  return failed ? complain (path, strerror (error)) : 0;
}
