/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "report.h"
#include "../provenance.h"
#include "../report/html.h"
#include "../report/report.h"
#include "comba.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void
gains_add (struct gains *gains, const char *name, int threads, mp_size_t limbs, double gain)
{
  int i = 0;
  if (gains == NULL)
    return;
  while (i < gains->n && (gains->of[i].threads != threads || strcmp (gains->of[i].name, name) != 0))
    i++;
  if (i == GAIN_LINES)
    return;
  struct gain_line *line = &gains->of[i];
  if (i == gains->n)
    *line = (struct gain_line) { .name = name, .threads = threads }, gains->n++;
  if (line->n < GAIN_SIZES)
    line->of[line->n++] = (struct plot_point) { .x = limbs, .y = gain };
}

static void
print_table (FILE *out, const char *title, const struct plot_line *lines, int n)
{
  static const char *const heads[] = { "operation", "limbs", "ratio" };
  char summary[96];
  snprintf (summary, sizeof summary, "%s: table", title);
  const struct html_table table = { summary, 3, 1, heads };
  html_details_begin (out, summary);
  html_table_begin (out, &table);
  for (int i = 0; i < n; i++)
    for (size_t k = 0; k < lines[i].n; k++)
      {
        char limbs[32], ratio[32];
        snprintf (limbs, sizeof limbs, "%.0f", lines[i].of[k].x);
        snprintf (ratio, sizeof ratio, "%.3f", lines[i].of[k].y);
        html_row (out, &table, (const char *const[]) { lines[i].name, limbs, ratio });
      }
  html_table_end (out);
  html_details_end (out);
}

/* The plot of the lines with one thread, or with several. */
static void
print_gains (FILE *out, const struct gains *gains, int several)
{
  struct plot_line lines[PLOT_LINES];
  int n = 0, threads = 1;
  for (int i = 0; i < gains->n && n < PLOT_LINES; i++)
    if ((gains->of[i].threads > 1) == several)
      {
        lines[n++] = (struct plot_line) { gains->of[i].name, gains->of[i].of, gains->of[i].n };
        threads = gains->of[i].threads;
      }
  if (n == 0)
    return;
  char title[64];
  snprintf (title, sizeof title, "Gain with %s%d thread%s", several ? "up to " : "", threads, several ? "s" : "");
  html_heading (out, 3, title);
  plot_figure (out, &(struct plot) {
    several, title, "Time with the built-in settings, divided by the time with the tuned ones. Higher is better:"
    " at 1 both take as long.", "limbs of the shorter operand", lines, n
  });
  print_table (out, title, lines, n);
}

static void
print_settings (FILE *out, const struct tuner *t, int threads)
{
  static const char *const heads[] = { "setting", "source", "built-in", "tuned" };
  static const struct html_table table = { "Sizes in limbs, and plans for several threads", 4, 4, heads };
  struct comba_tuning old, new;
  char was[COMBA_SETTING_VALUE], is[COMBA_SETTING_VALUE];
  const char *name;
  comba_tuning_of (&old, t->builtin);
  comba_tuning_of (&new, &t->k);
  html_heading (out, 2, "Crossovers and settings");
  fputs ("<p>The manual's section Settings explains the names. 1000000000 limbs mean never.</p>\n", out);
  html_table_begin (out, &table);
  snprintf (is, sizeof is, "%d", threads > 0 ? threads : 1);
  html_row (out, &table, (const char *const[]) { "threads", threads > 0 ? "measured" : "built-in", "1", is });
  for (size_t i = 0; (name = comba_tuning_row (&old, i, was)) != NULL; i++)
    {
      comba_tuning_row (&new, i, is);
      html_row (out, &table, (const char *const[]) { name, strcmp (was, is) == 0 ? "built-in" : "measured", was, is });
    }
  html_table_end (out);
}

/* The lines for report_machine; NULL if an allocation fails.  To be freed. */
static char *
header_text (const struct tuner *t, double seconds, double disturbed, int argc, char **argv)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  if (out == NULL)
    return NULL;
  print_provenance (out, &(struct provenance) {
    .kind = "tuning", .config = t->builtin->name, .reference = "the built-in settings", .comba = COMBA_VERSION,
    .argc = argc, .argv = argv
  });
  fprintf (out, "# conditions: %.0f seconds, up to %d thread%s; %.0f %% of the measurements were disturbed\n", seconds,
           t->threads, t->threads == 1 ? "" : "s", 100 * disturbed);
  return fclose (out) == 0 ? text : NULL;
}

int
print_report (FILE *out, const struct tuner *t, int threads, double seconds, double disturbed,
              double tolerable, int argc, char **argv)
{
  char *header = header_text (t, seconds, disturbed, argc, argv);
  if (header == NULL)
    {
      fprintf (stderr, "comba-tune: out of memory\n");
      return -1;
    }
  html_begin (out, "What comba-tune found on this machine");
  fputs ("<p class=\"verdict\">", out);
  html_text (out, "%s: other programs disturbed %.0f %% of the measurements.%s",
             disturbed > tolerable ? "The run is NOT VALID" : "The run is valid", 100 * disturbed,
             disturbed > tolerable ? " Run comba-tune again when the machine is idle." : "");
  fputs ("</p>\n", out);
  html_heading (out, 2, "What the tuned settings gain");
  print_gains (out, t->gains, 0);
  print_gains (out, t->gains, 1);
  print_settings (out, t, threads);
  report_machine (out, header);
  html_heading (out, 2, "How it was measured");
  fputs ("<p>", out);
  html_text (out, "comba-tune times the algorithms that a setting chooses between, in turn, with operands at other places "
             "in each round, and takes the setting with the least time over the sizes. At the end it times the "
             "built-in and the tuned settings in the same way; the plots show these times.");
  fputs ("</p>\n", out);
  html_end (out);
  free (header);
  return 0;
}
