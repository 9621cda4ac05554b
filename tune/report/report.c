/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "report.h"
#include "html.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

FILE *
report_open (const char *program, const char *path)
{
  FILE *out = fopen (path, "w");
  if (out == NULL)
    fprintf (stderr, "%s: %s: cannot be written: %s\n", program, path, strerror (errno));
  return out;
}

int
report_close (const char *program, const char *path, FILE *out)
{
  const int failed = ferror (out);
  if (fclose (out) == 0 && !failed)
    return 0;
  fprintf (stderr, "%s: %s: cannot be written\n", program, path);
  return -1;
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
