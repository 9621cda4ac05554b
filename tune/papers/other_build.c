/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "other_build.h"
#include "ways.h"
#include "../bench/machine.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parses a line of comma-separated numbers; "-" is no number. */
static void
read_line (const char *line, int first, int columns, double *cells)
{
  for (int c = 0; c < first + columns; c++)
    {
      if (c >= first)
        {
          char *end;
          cells[c - first] = strtod (line, &end);
          if (end == line || (*end != ',' && *end != '\n'))
            cells[c - first] = NAN;
        }
      line += strcspn (line, ",");
      line += *line == ',';
    }
}

int
read_table (const char *program, const char *paper, const char *id, int first, int rows,
            int columns, double *cells)
{
  char command[4096], heading[32], line[1024];
  int n = snprintf (command, sizeof command, "'%s' --format csv --passes %d %s", program, passes, paper);
  snprintf (heading, sizeof heading, "# %s ", id);
  spread_threads (0);   /* the other program has all CPUs */
  FILE *from = n < (int) sizeof command && strchr (program, '\'') == NULL
               ? popen (command, "r") : NULL;
  int row = -2;         /* before the heading; -1: the line of headers is next */
  while (from != NULL && fgets (line, sizeof line, from) != NULL)
    if (row == -2)
      row += strncmp (line, heading, strlen (heading)) == 0;
    else if (row == -1)
      row++;
    else if (row < rows)
      {
        read_line (line, first, columns, cells + row * columns);
        row++;
      }
  int failed = from == NULL || pclose (from) != 0 || row != rows;
  spread_threads (1);
  if (failed)
    fprintf (stderr, "comba-papers: %s: does not tell table %s\n", program, id);
  return -failed;
}
