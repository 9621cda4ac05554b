/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "report.h"
#include "html.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

static int
complain (const struct report_file *f)
{
  fprintf (stderr, "%s: %s: cannot be written: %s\n", f->program, f->path, strerror (errno));
  return -1;
}

/* A file that is not there is created and removed.  A pipe is not opened: its reader may be waiting
   for the text. */
static int
can_be_written (const char *path)
{
  struct stat s;
  if (stat (path, &s) == 0 && !S_ISREG (s.st_mode) && !S_ISDIR (s.st_mode))
    return access (path, W_OK) == 0;
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd >= 0)
    unlink (path);
  else if (errno == EEXIST)     /* or a link to a file that is not there */
    fd = open (path, O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return 0;
  close (fd);
  return 1;
}

int
report_open (struct report_file *f, const char *program, const char *path)
{
  *f = (struct report_file) { .program = program, .path = path };
  if (!can_be_written (path) || (f->out = open_memstream (&f->text, &f->size)) == NULL)
    return complain (f);
  return 0;
}

static int
write_text (const struct report_file *f)
{
  FILE *file = fopen (f->path, "we");
  if (file == NULL)
    return -1;
  const int written = fwrite (f->text, 1, f->size, file) == f->size;
  const int saved = errno;
  if (fclose (file) == 0 && written)
    return 0;
  const int error = written ? errno : saved;
  struct stat s;
  if (lstat (f->path, &s) == 0 && S_ISREG (s.st_mode))
    unlink (f->path);
  errno = error;
  return -1;
}

int
report_close (struct report_file *f)
{
  int failed = ferror (f->out);
  failed |= fclose (f->out) != 0;
  if (failed)
    errno = ENOMEM;
  if (failed || write_text (f) != 0)
    failed = complain (f);
  free (f->text);
  return failed;
}

/* What the keys of a header are called on the page; others are left out. */
static const struct { const char *key, *name; } keys[] = {
  { "cpu", "CPU" }, { "config", "CPU configuration" }, { "comba", "comba" }, { "reference", "compared with" },
  { "compiler", "compiler" }, { "command", "command" }, { "date", "date" }, { "conditions", "conditions" },
  { "validity", "validity" },
};

static void
machine_row (FILE *out, const struct html_table *table, char *line)
{
  char *value = strstr (line, ": ");
  if (strncmp (line, "# ", 2) != 0 || value == NULL)
    return;
  *value = '\0';
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    if (strcmp (line + 2, keys[i].key) == 0)
      html_row (out, table, (const char *const[]) { keys[i].name, value + 2 });
}

void
report_machine (FILE *out, const char *header)
{
  static const char *const heads[] = { "what", "value" };
  static const struct html_table table = { "The machine and the run", 2, 2, heads };
  html_heading (out, 2, "Machine");
  html_table_begin (out, &table);

  char *lines = strdup (header), *rest = lines;
  if (lines == NULL)
    abort ();
  for (char *line; (line = strsep (&rest, "\n")) != NULL; )
    machine_row (out, &table, line);
  free (lines);

  struct utsname system;
  if (uname (&system) == 0)
    {
      char text[sizeof system];
      snprintf (text, sizeof text, "%s %s, %s", system.sysname, system.release, system.machine);
      html_row (out, &table, (const char *const[]) { "system", text });
    }
  html_table_end (out);
}

/* The names of crossovers begin so. */
static int
is_crossover (const char *name)
{
  return strncmp (name, "mul_", 4) == 0 || strncmp (name, "sqr_", 4) == 0 || strncmp (name, "mod_", 4) == 0;
}

static void
settings_table (FILE *out, report_list *list, int crossovers)
{
  static const char *const crossover_heads[] = { "crossover", "source", "limbs" };
  static const char *const heads[] = { "setting", "source", "value" };
  const struct html_table table = {
    crossovers ? "Crossovers: the size from which an algorithm is used, or up to which there are kernels"
    : "Other settings", 3, crossovers ? 2 : 3, crossovers ? crossover_heads : heads
  };
  char value[1024];
  const char *source, *name;
  html_table_begin (out, &table);
  for (size_t i = 0; (name = list (i, value, sizeof value, &source)) != NULL; i++)
    if (is_crossover (name) == crossovers)
      html_row (out, &table, (const char *const[]) { name, source, value });
  html_table_end (out);
}

void
report_settings (FILE *out, report_list *list)
{
  html_heading (out, 2, "Crossovers and settings");
  if (list == NULL)
    {
      fputs ("<p>This libcomba does not list its settings.</p>\n", out);
      return;
    }
  fputs ("<p>These are in force, as comba-info prints them. The manual's section Settings explains the\n"
         "names. 1000000000 limbs mean never.</p>\n", out);
  settings_table (out, list, 1);
  settings_table (out, list, 0);
}
