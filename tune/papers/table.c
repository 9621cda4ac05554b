/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "table.h"
#include "papers.h"
#include "../bench/list.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 24, COLUMNS = 24 };

struct table
{
  const char *id, *title;
  char header[COLUMNS][64];
  int columns;
  char (*cells)[CELL];
  size_t n;
};

struct table *
table_new (const char *id, const char *title, const char *headers)
{
  struct table *t = calloc (1, sizeof *t);
  if (t == NULL)
    give_up ("out of memory");
  t->id = id;
  t->title = title;
  while (t->columns < COLUMNS)
    {
      size_t n = strcspn (headers, "|");
      snprintf (t->header[t->columns++], sizeof t->header[0], "%.*s", (int) n, headers);
      if (headers[n] == '\0')
        break;
      headers += n + 1;
    }
  return t;
}

void
table_text (struct table *t, const char *text)
{
  void *more = list_grow (t->cells, t->n, sizeof t->cells[0]);
  if (more == NULL)
    give_up ("out of memory");
  t->cells = more;
  snprintf (t->cells[t->n++], CELL, "%s", text);
}

void
table_number (struct table *t, double value, int decimals)
{
  char text[CELL];
  if (isfinite (value))
    snprintf (text, sizeof text, "%.*f", decimals, value);
  else
    snprintf (text, sizeof text, "-");
  table_text (t, text);
}

/* One line: COLUMNS strings that lie STEP bytes apart. */
static void
print_line (const struct table *t, FILE *out, enum table_format format, const char *cell,
            size_t step, const int *width)
{
  for (int c = 0; c < t->columns; c++, cell += step)
    if (format == TABLE_TEXT)
      fprintf (out, "%s%*s", c > 0 ? "  " : "", width[c], cell);
    else
      {
        const char *quote = strchr (cell, ',') != NULL ? "\"" : "";
        fprintf (out, "%s%s%s%s", c > 0 ? "," : "", quote, cell, quote);
      }
  putc ('\n', out);
}

void
table_print (struct table *t, FILE *out, enum table_format format, const char *note)
{
  int width[COLUMNS];
  for (int c = 0; c < t->columns; c++)
    {
      width[c] = strlen (t->header[c]);
      for (size_t i = c; i < t->n; i += t->columns)
        if ((int) strlen (t->cells[i]) > width[c])
          width[c] = strlen (t->cells[i]);
    }

  const char *before = format == TABLE_CSV ? "# " : "";
  fprintf (out, "%s%s  %s\n", before, t->id, t->title);
  print_line (t, out, format, t->header[0], sizeof t->header[0], width);
  for (size_t i = 0; i + t->columns <= t->n; i += t->columns)
    print_line (t, out, format, t->cells[i], CELL, width);
  if (note != NULL)
    fprintf (out, "%s%s\n", before, note);
  putc ('\n', out);
  free (t->cells);
  free (t);
}
