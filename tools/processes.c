/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "processes.h"
#include "dispatch/config.h"
#include "dispatch/select.h"
#include <stdlib.h>
#include <string.h>

static void *
allocated (void *p)
{
  if (p != NULL)
    return p;
  fputs ("comba-info: out of memory\n", stderr);
  exit (126);
}

static char *
copy (const char *text)
{
  return allocated (strdup (text));
}

/* Returns ARRAY with one more element, which is cleared. */
static void *
grow (void *array, int *count, size_t size)
{
  char *grown = allocated (realloc (array, (size_t) (*count + 1) * size));
  memset (grown + (size_t) (*count)++ * size, 0, size);
  return grown;
}

/* The rest of LINE if it begins with PREFIX, else NULL. */
static const char *
rest_of (const char *line, const char *prefix)
{
  const size_t n = strlen (prefix);
  return strncmp (line, prefix, n) == 0 ? line + n : NULL;
}

/* The value of " NAME=" in LINE, up to a blank; or up to its end if WHOLE. */
static char *
value_of (const char *line, const char *name, int whole)
{
  const char *at = strstr (line, name);
  if (at == NULL)
    return copy ("");
  char *value = copy (at + strlen (name));
  if (!whole)
    value[strcspn (value, " ")] = '\0';
  return value;
}

/* "none", which an explanation may follow, means that there are no names. */
static char *
names_of (const char *list)
{
  return copy (rest_of (list, "none") != NULL ? "" : list);
}

static void
read_calls (struct process *p, const char *line)
{
  p->calls = grow (p->calls, &p->entries, sizeof *p->calls);
  struct calls *c = &p->calls[p->entries - 1];
  char *total = value_of (line, "total=", 1), *sizes;
  c->name = copy (line);
  c->name[strcspn (c->name, " ")] = '\0';
  c->total = strtoull (total, &sizes, 10);
  c->sizes = copy (sizes + strspn (sizes, " "));
  p->total += c->total;
  free (total);
}

static void
read_line (struct process *p, const char *line)
{
  const char *rest;
  if ((rest = rest_of (line, "program ")) != NULL)
    p->program = copy (rest);
  else if ((rest = rest_of (line, "libgmp ")) != NULL)
    {
      if (strcmp (rest, "none") == 0)
        return;
      p->libgmp = grow (p->libgmp, &p->libgmps, sizeof *p->libgmp);
      p->libgmp[p->libgmps - 1] = (struct used_libgmp) { copy (rest), copy (""), copy (""), NULL };
    }
  else if ((rest = rest_of (line, "calls that comba can replace: ")) != NULL && p->libgmps > 0)
    p->libgmp[p->libgmps - 1].replaceable = names_of (rest);
  else if ((rest = rest_of (line, "calls bound to comba: ")) != NULL && p->libgmps > 0)
    p->libgmp[p->libgmps - 1].bound = names_of (rest);
  else if ((rest = rest_of (line, "kernels of its fat table replaced: ")) != NULL && p->libgmps > 0)
    p->libgmp[p->libgmps - 1].fat = copy (rest);
  else if ((rest = rest_of (line, "calls entry=")) != NULL)
    read_calls (p, rest);
  else if ((rest = rest_of (line, "parallel ")) != NULL)
    p->parallel = copy (rest);
  else
    {
      p->notes = grow (p->notes, &p->noted, sizeof *p->notes);
      p->notes[p->noted - 1] = copy (line);
    }
}

void
read_processes (struct processes *all, FILE *file)
{
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  *all = (struct processes) { 0 };
  while ((n = getline (&line, &size, file)) > 0)
    {
      line[n - (line[n - 1] == '\n')] = '\0';
      const char *rest = rest_of (line, "comba: "), *of;
      if (rest == NULL)
        rest = line;
      /* Lines at load: the other process whose report is being read has no part in them. */
      if (rest_of (rest, "load ") != NULL || rest_of (rest, "no tuning file ") != NULL)
        continue;
      if ((of = rest_of (rest, "exit pid=")) != NULL)
        {
          all->of = grow (all->of, &all->n, sizeof *all->of);
          struct process *p = &all->of[all->n - 1];
          p->pid = atol (of);
          p->config = value_of (of, " config=", 0);
          p->tuning = value_of (of, " tuning=", 1);
          p->program = copy ("?");
          p->parallel = copy ("");
        }
      else if (all->n > 0)
        read_line (&all->of[all->n - 1], rest);
    }
  free (line);
}

const char *
about_config (const char *name)
{
  const struct comba_config *own = comba_builtin_config (), *k = strcmp (own->name, name) == 0 ? own : NULL;
  for (int i = 0; comba_configs[i] != NULL && k == NULL; i++)
    if (strcmp (comba_configs[i]->name, name) == 0)
      k = comba_configs[i];
  return k != NULL && k->about != NULL ? k->about : "";
}

/* The bits of libgmp libraries in all processes. */
enum { ANY_LIBGMP = 1, ANY_REPLACEABLE = 2, ANY_BOUND = 4 };

static int
libgmps_of (const struct processes *all)
{
  int any = 0;
  for (int i = 0; i < all->n; i++)
    for (int l = 0; l < all->of[i].libgmps; l++)
      any |= ANY_LIBGMP | (all->of[i].libgmp[l].replaceable[0] != '\0' ? ANY_REPLACEABLE : 0)
             | (all->of[i].libgmp[l].bound[0] != '\0' ? ANY_BOUND : 0);
  return any;
}

/* Appends the names of all functions that were called in any process. */
static void
add_called (char text[VERDICT], const struct processes *all)
{
  const char *seen[64];
  int n = 0;
  for (int i = 0; i < all->n; i++)
    for (int e = 0; e < all->of[i].entries; e++)
      {
        const struct calls *c = &all->of[i].calls[e];
        int known = c->total == 0 || n == 64;
        for (int s = 0; s < n && !known; s++)
          known = strcmp (seen[s], c->name) == 0;
        if (!known)
          seen[n++] = c->name;
      }
  for (int s = 0; s < n; s++)
    {
      const size_t length = strlen (text);
      snprintf (text + length, VERDICT - length, "%s%s", s == 0 ? "" : s + 1 < n ? ", " : " and ", seen[s]);
    }
}

enum serves
judge_processes (const struct processes *all, char verdict[VERDICT])
{
  unsigned long long calls = 0;
  int serving = 0;
  for (int i = 0; i < all->n; i++)
    calls += all->of[i].total, serving += all->of[i].total > 0;
  if (calls > 0)
    {
      snprintf (verdict, VERDICT, "comba serves this program: %llu call%s of ", calls, calls == 1 ? "" : "s");
      add_called (verdict, all);
      const size_t length = strlen (verdict);
      if (all->n > 1)
        snprintf (verdict + length, VERDICT - length, ", in %d of %d processes.", serving, all->n);
      else
        snprintf (verdict + length, VERDICT - length, ".");
      return SERVES;
    }
  const int libgmps = libgmps_of (all);
  snprintf (verdict, VERDICT, "comba does not serve this program: %s",
            (libgmps & ANY_LIBGMP) == 0 ? "it has no shared libgmp."
            : (libgmps & ANY_REPLACEABLE) == 0 ? "its libgmp was linked with -Bsymbolic, so that its calls cannot be replaced."
            : "no call reached comba.");
  return SERVES_NOT;
}

/* What may be the reason, where it is not known. */
static void
print_reasons (FILE *file, const struct processes *all)
{
  const int libgmps = libgmps_of (all);
  if ((libgmps & ANY_LIBGMP) == 0)
    fputs ("If it opens and closes a libgmp itself, as PHP does, try --libgmp.\n", file);
  else if ((libgmps & ANY_BOUND) != 0)
    fputs ("The calls of its libgmp go to comba, but it made none.\n", file);
  else if ((libgmps & ANY_REPLACEABLE) != 0)
    fputs ("Possible reasons:\n"
           "- the program did not multiply;\n"
           "- it opens libgmp with RTLD_DEEPBIND: try --libgmp;\n"
           "- another libgmp is found before comba, because of LD_PRELOAD or the order of linking.\n", file);
}

static const char *
or_none (const char *names)
{
  return *names != '\0' ? names : "none";
}

static void
print_process (FILE *file, const struct process *p)
{
  const char *about = about_config (p->config);
  fprintf (file, "\nprocess %ld, %s\n", p->pid, p->program);
  fprintf (file, "  CPU configuration  %s%s%s\n", p->config, *about != '\0' ? ": " : "", about);
  for (int i = 0; i < p->libgmps; i++)
    {
      const struct used_libgmp *l = &p->libgmp[i];
      fprintf (file, "  libgmp             %s\n"
               "                     calls that comba can replace: %s\n"
               "                     bound to comba: %s\n", l->path, or_none (l->replaceable), or_none (l->bound));
      if (l->fat != NULL)
        fprintf (file, "                     kernels of its fat table replaced: %s\n", l->fat);
    }
  if (p->total > 0)
    fputs ("  calls\n", file);
  for (int e = 0; e < p->entries; e++)
    if (p->calls[e].total > 0)
      fprintf (file, "    %s total=%llu %s\n", p->calls[e].name, p->calls[e].total, p->calls[e].sizes);
  if (p->total > 0)
    fprintf (file, "  parallel           %s\n", p->parallel);
  for (int i = 0; i < p->noted; i++)
    fprintf (file, "  %s\n", p->notes[i]);
}

static const char *
file_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash != NULL ? slash + 1 : path;
}

/* The processes without a mark in SHOWN, in one line: sh (30), sed (9). */
static void
print_others (FILE *file, const struct processes *all, const char *shown, int others)
{
  const char *names[8];
  int counts[8], n = 0, rest = 0;
  for (int i = 0; i < all->n; i++)
    {
      if (shown[i])
        continue;
      const char *name = file_name (all->of[i].program);
      int at = 0;
      while (at < n && strcmp (names[at], name) != 0)
        at++;
      if (at == 8)
        rest++;
      else if (at == n)
        names[n] = name, counts[n++] = 1;
      else
        counts[at]++;
    }
  fprintf (file, "\n%d %sprocess%s without a libgmp or without calls:", others, others < all->n ? "other " : "",
           others == 1 ? "" : "es");
  for (int i = 0; i < n; i++)
    {
      fprintf (file, "%s %s", i > 0 ? "," : "", names[i]);
      if (counts[i] > 1)
        fprintf (file, " (%d)", counts[i]);
    }
  fputs (rest > 0 ? ", and others\n" : "\n", file);
}

void
print_processes (FILE *file, const struct processes *all)
{
  char verdict[VERDICT], *shown = allocated (calloc ((size_t) all->n + 1, 1));
  const int serves = judge_processes (all, verdict) == SERVES;
  int others = 0;
  if (!serves)
    print_reasons (file, all);
  for (int i = 0; i < all->n; i++)
    {
      shown[i] = serves ? all->of[i].total > 0 : all->of[i].libgmps > 0;
      others += !shown[i];
      if (shown[i])
        print_process (file, &all->of[i]);
    }
  if (others > 0)
    print_others (file, all, shown, others);
  free (shown);
}

/* "1:2 33-64:29" as an array of objects. */
static void
sizes_json (struct json *j, const char *sizes)
{
  json_open (j, "sizes", '[');
  for (char *p = (char *) sizes; *p != '\0'; p += strspn (p, " "))
    {
      const unsigned long long from = strtoull (p, &p, 10), to = *p == '-' ? strtoull (p + 1, &p, 10) : from;
      if (*p != ':')
        break;
      json_open (j, NULL, '{');
      json_number (j, "from", from);
      json_number (j, "to", to);
      json_number (j, "calls", strtoull (p + 1, &p, 10));
      json_close (j, '}');
    }
  json_close (j, ']');
}

/* "threads=2 engine=posix columns=0" as an object: numbers and strings. */
static void
pairs_json (struct json *j, const char *key, const char *pairs)
{
  char *all = copy (pairs), *rest;
  json_open (j, key, '{');
  for (char *pair = strtok_r (all, " ", &rest); pair != NULL; pair = strtok_r (NULL, " ", &rest))
    {
      char *value = strchr (pair, '='), *end;
      if (value == NULL)
        continue;
      *value++ = '\0';
      const unsigned long long number = strtoull (value, &end, 10);
      if (end > value && *end == '\0')
        json_number (j, pair, number);
      else
        json_string (j, pair, value);
    }
  json_close (j, '}');
  free (all);
}

void
processes_json (struct json *j, const struct processes *all)
{
  json_open (j, "processes", '[');
  for (int i = 0; i < all->n; i++)
    {
      const struct process *p = &all->of[i];
      json_open (j, NULL, '{');
      json_number (j, "pid", (unsigned long long) p->pid);
      json_string (j, "program", p->program);
      json_string (j, "configuration", p->config);
      json_string (j, "tuning", p->tuning);
      json_open (j, "libgmp", '[');
      for (int l = 0; l < p->libgmps; l++)
        {
          json_open (j, NULL, '{');
          json_string (j, "path", p->libgmp[l].path);
          json_words (j, "replaceable", p->libgmp[l].replaceable);
          json_words (j, "bound", p->libgmp[l].bound);
          if (p->libgmp[l].fat != NULL)
            json_words (j, "fat_kernels", rest_of (p->libgmp[l].fat, "none") != NULL ? "" : p->libgmp[l].fat);
          json_close (j, '}');
        }
      json_close (j, ']');
      json_open (j, "calls", '{');
      for (int e = 0; e < p->entries; e++)
        {
          json_open (j, p->calls[e].name, '{');
          json_number (j, "total", p->calls[e].total);
          sizes_json (j, p->calls[e].sizes);
          json_close (j, '}');
        }
      json_close (j, '}');
      pairs_json (j, "parallel", p->parallel);
      json_open (j, "notes", '[');
      for (int n = 0; n < p->noted; n++)
        json_string (j, NULL, p->notes[n]);
      json_close (j, ']');
      json_close (j, '}');
    }
  json_close (j, ']');
}
