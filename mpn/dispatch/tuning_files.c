/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Finding and reading the tuning file.  The contracts are in dispatch/tuning.h and comba.h. */

#include "dispatch/tuning.h"
#include "comba.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 65536, PATH_LENGTH_MAX = 4096 };      /* bytes */

static struct
{
  const char *path;             /* NULL if there is no such place */
  const char *state;
} places[COMBA_TUNING_PLACES] = {
  [COMBA_TUNING_SYSTEM] = { .path = SYSCONFDIR "/comba/tuning" },
};

/* The place whose file is used, if any. */
static enum comba_tuning_place counts = COMBA_TUNING_PLACES;

static char refusal[COMBA_TUNING_REASON];

/* Returns 1; or 0, and PLACE has no path, if the path is too long or has control characters, which
   could break a message into lines. */
static int COMBA_AT_LOAD
set_path (enum comba_tuning_place place, const char *folder, const char *file)
{
  static char paths[2 * PATH_LENGTH_MAX], *next = paths;        /* the user's and COMBA_TUNING */
  const size_t n = strlen (folder), all = n + strlen (file);
  if (all == 0 || all >= PATH_LENGTH_MAX)
    return 0;
  memcpy (next, folder, n);
  memcpy (next + n, file, all + 1 - n);
  for (const char *p = next; *p != '\0'; p++)
    if ((unsigned char) *p < ' ' || *p == 127)
      return 0;
  places[place].path = next;
  next += all + 1;
  return 1;
}

static void COMBA_AT_LOAD
find_user (void)
{
  const char *folder = comba_getenv ("XDG_CONFIG_HOME");
  if (folder != NULL && *folder == '/')
    set_path (COMBA_TUNING_USER, folder, "/comba/tuning");
  else if ((folder = comba_getenv ("HOME")) != NULL && *folder == '/')
    set_path (COMBA_TUNING_USER, folder, "/.config/comba/tuning");
}

/* Whether there is a file at PLACE; not if its folder may not be searched. */
static int COMBA_AT_LOAD
exists (enum comba_tuning_place place)
{
  struct stat s;
  return places[place].path != NULL && stat (places[place].path, &s) == 0;
}

/* Reads a file to FILE; *LENGTH, 0 before, becomes its length.  Returns NULL, or why it cannot
   be read. */
static const char *
read_file (const char *path, char file[FILE_MAX + 1], size_t *length)
{
  struct stat s;
  const char *reason = NULL;
  ssize_t n = 0;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd < 0)
    return comba_error_text (errno);
  if (fstat (fd, &s) != 0)
    reason = comba_error_text (errno);
  else if (!S_ISREG (s.st_mode))
    reason = "it is not a regular file";
  for (; reason == NULL && *length <= FILE_MAX; *length += n)
    {
      do
        n = read (fd, file + *length, FILE_MAX + 1 - *length);
      while (n < 0 && errno == EINTR);
      if (n < 0)
        reason = comba_error_text (errno);
      if (n <= 0)
        break;
    }
  close (fd);
  if (reason == NULL && *length > FILE_MAX)
    reason = "it is larger than 64 KiB";
  return reason;
}

static const char *
read_place (enum comba_tuning_place place, struct comba_tuning *t, const struct comba_config *k)
{
  static char file[FILE_MAX + 1];
  size_t length = 0;
  const char *path = places[place].path, *reason = read_file (path, file, &length);
  if (reason != NULL)
    snprintf (refusal, sizeof refusal, "%s", reason);
  else if (comba_tuning_parse (t, k, file, length, refusal))
    {
      places[place].state = "used";
      return path;
    }
  places[place].state = refusal;
  comba_warn ("tuning file %s: %s; using the built-in settings", path, refusal);
  return NULL;
}

/* No file is used: STATE becomes the state of those that exist.  Returns COMBA_TUNING_PLACES. */
static enum comba_tuning_place COMBA_AT_LOAD
choose_none (const char *state)
{
  for (int i = COMBA_TUNING_SYSTEM; i <= COMBA_TUNING_USER; i++)
    if (exists (i))
      places[i].state = state;
  return COMBA_TUNING_PLACES;
}

/* Returns the place whose file is used, or COMBA_TUNING_PLACES if there is none. */
static enum comba_tuning_place COMBA_AT_LOAD
choose (void)
{
  find_user ();

  enum comba_tuning_place place = COMBA_TUNING_PLACES;
  for (int i = COMBA_TUNING_SYSTEM; i <= COMBA_TUNING_USER; i++)
    {
      places[i].state = "not there";
      if (exists (i))
        {
          places[i].state = "there, but another file is used";
          place = i;
        }
    }

  const char *given = comba_getenv ("COMBA_TUNING");
  if (given == NULL)
    return place;
  if (strcmp (given, "off") == 0)
    return choose_none ("there, but tuning files are off");
  if (set_path (COMBA_TUNING_GIVEN, given, ""))
    return COMBA_TUNING_GIVEN;
  comba_warn ("COMBA_TUNING is not a path (too long, or with control characters); using the built-in settings");
  return choose_none ("there, but not used");
}

const char *
comba_tuning_path (enum comba_tuning_place place)
{
  return places[place].path;
}

int COMBA_AT_LOAD
comba_tuning_find (void)
{
  int saved = errno;
  counts = choose ();
  errno = saved;
  return counts < COMBA_TUNING_PLACES;
}

const char *
comba_tuning_read (struct comba_tuning *t, const struct comba_config *k)
{
  int saved = errno;
  comba_tuning_of (t, k);
  const char *path = read_place (counts, t, k);
  errno = saved;
  return path;
}

COMBA_EXPORT const char *
comba_list_tuning_file (size_t i, const char **state)
{
  for (int place = 0; place < COMBA_TUNING_PLACES; place++)
    if (places[place].path != NULL && i-- == 0)
      {
        if (state != NULL)
          *state = places[place].state;
        return places[place].path;
      }
  return NULL;
}
