/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "program.h"
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens the first file NAME along PATH that can be executed.  Returns -1 if there is none that can
   be read. */
static int
open_program (const char *name)
{
  if (strchr (name, '/') != NULL)
    return open (name, O_RDONLY | O_CLOEXEC);
  const char *folders = getenv ("PATH");
  for (const char *p = folders != NULL ? folders : "/bin:/usr/bin"; ; p++)
    {
      char path[PATH_MAX];
      struct stat s;
      const int n = (int) strcspn (p, ":");
      if (snprintf (path, sizeof path, "%.*s%s%s", n, p, n > 0 ? "/" : "", name) < (int) sizeof path
          && access (path, X_OK) == 0 && stat (path, &s) == 0 && S_ISREG (s.st_mode))
        return open (path, O_RDONLY | O_CLOEXEC);
      p += n;
      if (*p == '\0')
        return -1;
    }
}

/* Reads the header of an ELF file for this word size.  Returns whether it is one.  *LOADER: NULL,
   or the path of its loader, to be freed. */
static int
read_header (int fd, ElfW (Ehdr) *h, char **loader)
{
  *loader = NULL;
  if (pread (fd, h, sizeof *h, 0) != sizeof *h || memcmp (h->e_ident, ELFMAG, SELFMAG) != 0
      || h->e_ident[EI_CLASS] != (sizeof (void *) == 8 ? ELFCLASS64 : ELFCLASS32))
    return 0;
  for (int i = 0; i < h->e_phnum; i++)
    {
      ElfW (Phdr) p;
      if (pread (fd, &p, sizeof p, h->e_phoff + i * sizeof p) != sizeof p)
        return 0;
      if (p.p_type != PT_INTERP || p.p_filesz == 0 || p.p_filesz > PATH_MAX)
        continue;
      char *path = calloc (1, p.p_filesz + 1);
      if (path == NULL || pread (fd, path, p.p_filesz, p.p_offset) != (ssize_t) p.p_filesz)
        {
          free (path);
          return 0;
        }
      *loader = path;
      return 1;
    }
  return 1;
}

static int
is_musl (const char *loader)
{
  const char *slash = strrchr (loader, '/');
  return strncmp (slash != NULL ? slash + 1 : loader, "ld-musl-", 8) == 0;
}

enum program_kind
program_kind (const char *name, char **loader)
{
  enum program_kind kind = PROGRAM_ANY;
  char *own_loader = NULL;
  ElfW (Ehdr) h, own;
  struct stat s;
  *loader = NULL;
  int fd = open_program (name), own_fd = open ("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && own_fd >= 0 && read_header (own_fd, &own, &own_loader) && own_loader != NULL
      && read_header (fd, &h, loader) && h.e_machine == own.e_machine)
    {
      if (*loader == NULL)
        kind = PROGRAM_STATIC;
      else if (is_musl (*loader) != is_musl (own_loader))
        kind = PROGRAM_FOREIGN;
      else if (fstat (fd, &s) == 0 && (((s.st_mode & S_ISUID) != 0 && s.st_uid != geteuid ())
                                       || ((s.st_mode & S_ISGID) != 0 && s.st_gid != getegid ())))
        kind = PROGRAM_PRIVILEGED;
    }
  free (own_loader);
  if (fd >= 0)
    close (fd);
  if (own_fd >= 0)
    close (own_fd);
  return kind;
}
