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
  const char *folder;           /* NULL if there is no such place */
  const char *path;             /* of the file, when it is known */
  const char *state;
} places[COMBA_TUNING_PLACES] = {
  [COMBA_TUNING_SYSTEM] = { .folder = SYSCONFDIR "/comba/tuning.d" },
};

static const char not_there[] = "not there";

static char refusal[COMBA_TUNING_REASON];

/* Writes FOLDER and FILE, one after the other, to PATH.  Returns PATH; or NULL if that is too long
   or has control characters, which could break a message into lines. */
static const char * COMBA_AT_LOAD
join (char path[PATH_LENGTH_MAX], const char *folder, const char *file)
{
  const size_t n = strlen (folder), all = n + strlen (file);
  if (all == 0 || all >= PATH_LENGTH_MAX)
    return NULL;
  memcpy (path, folder, n);
  memcpy (path + n, file, all + 1 - n);
  for (const char *p = path; *p != '\0'; p++)
    if ((unsigned char) *p < ' ' || *p == 127)
      return NULL;
  return path;
}

static void COMBA_AT_LOAD
find_user (void)
{
  static char path[PATH_LENGTH_MAX];
  const char *folder = comba_getenv ("XDG_CONFIG_HOME");
  if (folder != NULL && *folder == '/')
    places[COMBA_TUNING_USER].folder = join (path, folder, "/comba/tuning.d");
  else if ((folder = comba_getenv ("HOME")) != NULL && *folder == '/')
    places[COMBA_TUNING_USER].folder = join (path, folder, "/.config/comba/tuning.d");
}

/* Whether there is a file or folder PATH; not if its folder may not be searched. */
static int COMBA_AT_LOAD
exists (const char *path)
{
  struct stat s;
  return path != NULL && stat (path, &s) == 0;
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

/* Gives both folders STATE: they are not looked at. */
static void COMBA_AT_LOAD
leave_folders (const char *state)
{
  for (int i = 0; i < COMBA_TUNING_FOLDERS; i++)
    places[i].state = state;
}

/* Returns 1 if there is a file to read or a folder that may have one. */
static int COMBA_AT_LOAD
find (void)
{
  static char given_path[PATH_LENGTH_MAX];
  find_user ();
  const char *given = comba_getenv ("COMBA_TUNING");
  if (given == NULL)
    {
      leave_folders (not_there);
      return exists (places[COMBA_TUNING_USER].folder) || exists (places[COMBA_TUNING_SYSTEM].folder);
    }
  const int off = strcmp (given, "off") == 0;
  leave_folders (off ? "not read: tuning files are off" : "not read: COMBA_TUNING is set");
  if (off)
    return 0;
  places[COMBA_TUNING_GIVEN].path = join (given_path, given, "");
  if (places[COMBA_TUNING_GIVEN].path == NULL)
    comba_warn ("COMBA_TUNING is not a path (too long, or with control characters); using the built-in settings");
  return places[COMBA_TUNING_GIVEN].path != NULL;
}

/* Finds the place whose file for CPU configuration K is used; COMBA_TUNING_PLACES if there is
   none. */
static enum comba_tuning_place
find_file (const struct comba_config *k)
{
  static char paths[COMBA_TUNING_FOLDERS][PATH_LENGTH_MAX];
  char name[1 + COMBA_TUNING_NAME] = "/";
  enum comba_tuning_place found = COMBA_TUNING_PLACES;
  if (places[COMBA_TUNING_GIVEN].path != NULL)
    return COMBA_TUNING_GIVEN;
  comba_tuning_name (name + 1, k);
  for (int i = COMBA_TUNING_FOLDERS; i-- > 0;)
    {
      if (places[i].folder == NULL || (places[i].path = join (paths[i], places[i].folder, name)) == NULL)
        continue;
      if (found < COMBA_TUNING_PLACES)
        places[i].state = "not read: the user's file comes first";
      else if (exists (places[i].path))
        found = i;
    }
  return found;
}

const char *
comba_tuning_folder (enum comba_tuning_place place)
{
  return places[place].folder;
}

const char *
comba_tuning_missing (void)
{
  const char *missing = NULL;
  const int saved = errno;
  for (int i = COMBA_TUNING_FOLDERS; i-- > 0;)
    if (places[i].path != NULL && places[i].state != not_there)
      return NULL;
    else if (places[i].path != NULL && missing == NULL && exists (places[i].folder))
      missing = places[i].path;
  errno = saved;
  return missing;
}

int COMBA_AT_LOAD
comba_tuning_find (void)
{
  int saved = errno, found = find ();
  errno = saved;
  return found;
}

const char *
comba_tuning_read (struct comba_tuning *t, const struct comba_config *k)
{
  int saved = errno;
  comba_tuning_of (t, k);
  const enum comba_tuning_place place = find_file (k);
  const char *path = place < COMBA_TUNING_PLACES ? read_place (place, t, k) : NULL;
  errno = saved;
  return path;
}

COMBA_EXPORT const char *
comba_list_tuning_file (size_t i, const char **state)
{
  for (int place = 0; place < COMBA_TUNING_PLACES; place++)
    {
      const char *path = places[place].path != NULL ? places[place].path : places[place].folder;
      if (path == NULL || i-- != 0)
        continue;
      if (state != NULL)
        *state = places[place].state;
      return path;
    }
  return NULL;
}
