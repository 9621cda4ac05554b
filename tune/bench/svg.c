/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The plot: a gnuplot script, written to gnuplot's standard input. */

#include "results.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int
have_gnuplot (void)
{
  return system ("gnuplot --version > /dev/null 2>&1") == 0;
}

/* TEXT as a string of gnuplot's. */
static void
put_quoted (FILE *script, const char *text)
{
  putc ('"', script);
  for (; *text != '\0'; text++)
    {
      if (*text == '"' || *text == '\\' || *text == '\n')
        putc ('\\', script);
      putc (*text == '\n' ? 'n' : *text, script);
    }
  putc ('"', script);
}

static int
same_curve (const struct job *a, const struct job *b)
{
  return a->function == b->function && a->ratio == b->ratio && (a->turns_from != 0) == (b->turns_from != 0);
}

/* Is job I the first of its curve? */
static int
begins_curve (const struct results *r, size_t i)
{
  for (size_t j = 0; j < i; j++)
    if (same_curve (&r->of[j].job, &r->of[i].job))
      return 0;
  return 1;
}

/* The curve of job I as a block of data with the name $curve_I. */
static void
put_data (FILE *script, const struct results *r, size_t i)
{
  fprintf (script, "$curve_%zu << END\n", i);
  for (size_t j = i; j < r->n; j++)
    if (same_curve (&r->of[j].job, &r->of[i].job))
      fprintf (script, "%ld %.4f\n", (long) r->of[j].job.bn, measured_ratio (&r->of[j]));
  fprintf (script, "END\n");
}

/* The colours of curves, in their order; mul_n and sqr are drawn thicker. */
static const char *const colours[] = {
  "#1f4fa0", "#c8281e", "#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#8c6d31", "#7b4fb5", "#888888"
};

static void
put_curve (FILE *script, const struct job *job, size_t i, size_t number)
{
  fprintf (script, ", $curve_%zu with linespoints linecolor rgb '%s' linewidth %s"
           " pointtype 7 pointsize 0.25 title ", i,
           colours[number % (sizeof colours / sizeof colours[0])], job->function == MUL ? "1" : "2");
  char name[32];
  fprintf (script, "\"%s", job_name (job, name));
  if (job->ratio > 0)
    fprintf (script, ", %g : 1", job->ratio);
  fputc ('"', script);
}

static void
put_script (FILE *script, const char *file, const struct results *r)
{
  const struct library *reference = &r->libraries[REFERENCE], *comba = &r->libraries[COMBA];
  char title[512], ylabel[128];
  snprintf (title, sizeof title, "%s against %s%s\n%s", comba->label, reference->label,
            is_valid (r) ? "" : " (NOT VALID: the machine was busy)", r->cpu);
  snprintf (ylabel, sizeof ylabel, "times as fast as %s", reference->label);

  fprintf (script, "set terminal svg noenhanced size 960,600 background rgb 'white'\n"
           "set output ");
  put_quoted (script, file);
  fprintf (script, "\nset title ");
  put_quoted (script, title);
  fprintf (script, "\nset ylabel ");
  put_quoted (script, ylabel);
  fprintf (script, "\nset xlabel 'limbs (of the smaller operand)'\n"
           "set logscale x 2\n"
           "set xtics 2\n"
           "set yrange [0:*]\n"
           "set grid\n"
           "set key outside right top\n");

  for (size_t i = 0; i < r->n; i++)
    if (begins_curve (r, i))
      put_data (script, r, i);
  fprintf (script, "plot 1 with lines linecolor 'black' notitle");
  size_t number = 0;
  for (size_t i = 0; i < r->n; i++)
    if (begins_curve (r, i))
      put_curve (script, &r->of[i].job, i, number++);
  fprintf (script, "\n");
}

int
draw_svg (const char *file, const struct results *r)
{
  signal (SIGPIPE, SIG_IGN);
  FILE *gnuplot = popen ("gnuplot", "w");
  if (gnuplot == NULL)
    return -1;
  put_script (gnuplot, file, r);
  return pclose (gnuplot) == 0 ? 0 : -1;
}
