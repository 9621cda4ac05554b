/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A plot has a line for each kind of job, and a table of the same jobs.  Jobs without a place on an
   axis of sizes are in a table only. */

#include "report.h"
#include "../report/html.h"
#include "../report/plot.h"
#include "../report/report.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What readers call the functions. */
static const char *const products[FIRST_OPERATION] = {
  [MUL_N] = "product", [SQR] = "square", [MUL] = "product", [MUL_1] = "mul_1", [ADDMUL_1] = "addmul_1",
  [SUBMUL_1] = "submul_1", [MUL_BASECASE] = "mul_basecase", [SQR_BASECASE] = "sqr_basecase", [POWM] = "power",
  [MOD_MUL] = "product of encoded residues", [MOD_SQR] = "square of an encoded residue",
  [MOD_MUL_PLAIN] = "product of canonical residues", [MOD_SQR_PLAIN] = "square of a canonical residue",
};

static const char *
readable_name (enum function f)
{
  return is_operation (f) ? operation_title (operation_of (f)) : products[f];
}

/* The jobs of one plot, or of several if they are too many lines. */
struct group
{
  const char *title, *sizes;
  enum function first, last;
};
static const struct group groups[] = {
  { "Products and squares", "limbs of an operand", MUL_N, SQR },
  { "Products of operands of different lengths", "limbs of the shorter operand", MUL, MUL },
  { "Products by one limb", "limbs of the longer operand", MUL_1, SUBMUL_1 },
  { "Basecases", "limbs of an operand", MUL_BASECASE, SQR_BASECASE },
  { "Powers", "limbs of the modulus", POWM, POWM },
  { "Products modulo a number", "limbs of the modulus", MOD_MUL, MOD_SQR_PLAIN },
  { "Operations of GMP", "size n in limbs", FIRST_OPERATION, FIRST_OPERATION + MPZ_OPERATIONS - 1 },
  { "Functions of mpn", "size n in limbs", FIRST_OPERATION + MPZ_OPERATIONS, FUNCTIONS - 1 },
};
enum { GROUPS = sizeof groups / sizeof groups[0] };

/* The jobs of one line, in ascending order of size. */
struct line
{
  char name[96];
  const struct measurement **of;
  struct plot_point *points;
  size_t n;
};

/* The page being written. */
struct writer
{
  FILE *out;
  const struct results *r;
  int plots;
  struct line *lines;           /* room for one a job */
  size_t line_count;
};

/* Whether a line can show the job. */
static int
has_size (const struct job *job)
{
  return job->turns_from == 0 && (job->function != MUL || job->ratio != 0 || job->an == job->bn);
}

static int
same_line (const struct job *a, const struct job *b)
{
  return a->function == b->function && a->threads == b->threads && a->ratio == b->ratio && a->even == b->even;
}

static void
name_line (struct line *line, const struct job *job)
{
  char more[48] = "";
  if (!has_size (job))
    snprintf (more, sizeof more, job->turns_from != 0 ? ", sizes in turns" : ", single shapes");
  else if (job->function == MUL && (job->ratio == 0 || job->ratio == 1))
    snprintf (more, sizeof more, ", operands of equal length");
  else if (job->function == MUL)
    snprintf (more, sizeof more, ", one operand %g times as long", job->ratio);
  else if (job->threads != 0)
    snprintf (more, sizeof more, ", %d threads", job->threads);
  snprintf (line->name, sizeof line->name, "%s%s%s", readable_name (job->function),
            job->even ? ", even modulus" : "", more);
}

/* Where a job is on the axis of sizes. */
static mp_size_t
size_of (const struct job *job)
{
  return is_operation (job->function) ? job->size : job->bn;
}

static int
compare_sizes (const void *a, const void *b)
{
  const struct measurement *x = *(const struct measurement *const *) a, *y = *(const struct measurement *const *) b;
  return (size_of (&x->job) > size_of (&y->job)) - (size_of (&x->job) < size_of (&y->job));
}

/* Fills w->lines with the lines of the functions FIRST to LAST, with threads or without.  Returns 0,
   or -1 if an allocation fails. */
static int
collect (struct writer *w, enum function first, enum function last, int threads)
{
  const struct results *r = w->r;
  w->line_count = 0;
  for (size_t i = 0; i < r->n; i++)
    {
      const struct job *job = &r->of[i].job;
      size_t k = 0;
      if (job->function < first || job->function > last || !has_size (job) || (job->threads != 0) != threads)
        continue;
      while (k < w->line_count && !same_line (&w->lines[k].of[0]->job, job))
        k++;
      struct line *line = &w->lines[k];
      if (k == w->line_count)
        {
          *line = (struct line) { .of = malloc (r->n * sizeof *line->of), .points = malloc (r->n * sizeof *line->points) };
          w->line_count++;
          if (line->of == NULL || line->points == NULL)
            return -1;
          name_line (line, job);
        }
      line->of[line->n++] = &r->of[i];
    }
  for (size_t k = 0; k < w->line_count; k++)
    {
      struct line *line = &w->lines[k];
      qsort (line->of, line->n, sizeof *line->of, compare_sizes);
      for (size_t i = 0; i < line->n; i++)
        line->points[i] = (struct plot_point) { (double) size_of (&line->of[i]->job), measured_ratio (line->of[i]),
                                                is_noisy (line->of[i]) };
    }
  return 0;
}

static void
free_lines (struct writer *w)
{
  for (size_t k = 0; k < w->line_count; k++)
    free (w->lines[k].of), free (w->lines[k].points);
  w->line_count = 0;
}

/* The columns of CSV files, with the numbers in the same digits. */
static void
print_job (FILE *out, const struct html_table *table, const char *line, const struct measurement *m)
{
  char shape[48], reference[32], comba[32], ratio[32], spread[32];
  snprintf (reference, sizeof reference, "%.2f", m->cycles[REFERENCE]);
  snprintf (comba, sizeof comba, "%.2f", m->cycles[COMBA]);
  snprintf (ratio, sizeof ratio, "%.3f", measured_ratio (m));
  snprintf (spread, sizeof spread, "%.1f", 100 * measured_spread (m));
  html_row (out, table, (const char *const[]) {
    line, has_too_few_passes (m) ? "too few passes" : is_noisy (m) ? "noisy" : "",
    shape_name (&m->job, shape, sizeof shape), reference, comba, ratio, spread
  });
}

/* A table of jobs.  LIBRARIES are theirs. */
static struct html_table
job_table (const char *caption, const struct library *libraries, char heads[2][96], const char *columns[7])
{
  const char *const names[7] = { "operation", "state", "limbs", heads[0], heads[1], "ratio", "spread, %" };
  snprintf (heads[0], sizeof heads[0], "%s, cycles", libraries[REFERENCE].label);
  snprintf (heads[1], sizeof heads[1], "%s, cycles", libraries[COMBA].label);
  memcpy (columns, names, sizeof names);
  return (struct html_table) { caption, 7, 2, columns };
}

/* The plot of COUNT lines from FIRST on, and its table. */
static void
print_plot (struct writer *w, const char *title, const char *sizes, size_t first, int count, int threads)
{
  struct plot_line lines[PLOT_LINES];
  const struct library *libraries = libraries_of (w->r, &w->lines[first].of[0]->job);
  char caption[512], heads[2][96];
  const char *columns[7];
  int noisy = 0;
  for (int i = 0; i < count; i++)
    {
      const struct line *line = &w->lines[first + i];
      lines[i] = (struct plot_line) { line->name, line->points, line->n };
      for (size_t k = 0; k < line->n; k++)
        noisy |= line->points[k].noisy;
    }
  snprintf (caption, sizeof caption, "Time of %s, divided by the time of %s. Higher is better: at 1 both take as long.%s",
            libraries[REFERENCE].label, threads ? "comba with several threads" : libraries[COMBA].label,
            noisy ? " Hollow marks are noisy or had too few passes." : "");
  html_heading (w->out, 3, title);
  plot_figure (w->out, &(struct plot) { ++w->plots, title, caption, sizes, lines, count });

  char summary[256], cycles[256];
  snprintf (summary, sizeof summary, "%s: table", title);
  snprintf (cycles, sizeof cycles, "%s: cycles of a call, and their ratio", title);
  html_details_begin (w->out, summary);
  struct html_table table = job_table (cycles, libraries, heads, columns);
  if (threads)
    columns[4] = "comba, several threads, cycles";
  html_table_begin (w->out, &table);
  for (int i = 0; i < count; i++)
    for (size_t k = 0; k < lines[i].n; k++)
      print_job (w->out, &table, lines[i].name, w->lines[first + i].of[k]);
  html_table_end (w->out);
  html_details_end (w->out);
}

/* The collected lines, four to a plot. */
static void
print_plots (struct writer *w, const char *title, const char *sizes, int threads)
{
  const size_t plots = (w->line_count + PLOT_LINES - 1) / PLOT_LINES;
  for (size_t i = 0; i < plots; i++)
    {
      const size_t first = i * PLOT_LINES, left = w->line_count - first;
      char text[192], number[64] = "";
      if (plots > 1)
        snprintf (number, sizeof number, ", %zu of %zu", i + 1, plots);
      snprintf (text, sizeof text, "%s%s", title, number);
      print_plot (w, text, sizes, first, left < PLOT_LINES ? (int) left : PLOT_LINES, threads);
    }
}

/* Several threads: one plot if they are as many in all jobs, otherwise one for each operation. */
static int
print_threads (struct writer *w)
{
  int failed = collect (w, 0, FUNCTIONS - 1, 1) != 0, counts = 0;
  for (size_t k = 0; k < w->line_count && !failed; k++)
    counts |= w->lines[k].of[0]->job.threads != w->lines[0].of[0]->job.threads;
  if (failed || w->line_count == 0)
    return failed;
  html_heading (w->out, 2, "What several threads gain");
  if (!counts)
    print_plots (w, "Several threads against one", "limbs", 1);
  for (int f = 0; f < FUNCTIONS && counts && !failed; f++)
    {
      char title[96];
      free_lines (w);
      failed = collect (w, f, f, 1) != 0;
      snprintf (title, sizeof title, "Several threads against one: %s", readable_name (f));
      if (!failed)
        print_plots (w, title, "limbs", 1);
    }
  return failed;
}

/* Jobs that no plot shows. */
static void
print_others (struct writer *w)
{
  char heads[2][96];
  const char *columns[7];
  int any = 0;
  struct html_table table = job_table ("Sizes in turns, and single shapes", w->r->libraries, heads, columns);
  for (size_t i = 0; i < w->r->n; i++)
    if (!has_size (&w->r->of[i].job))
      {
        char name[32];
        if (!any++)
          {
            html_heading (w->out, 3, table.caption);
            html_table_begin (w->out, &table);
          }
        print_job (w->out, &table, job_name (&w->r->of[i].job, name), &w->r->of[i]);
      }
  if (any)
    html_table_end (w->out);
}

/* The ratios of each operation in three numbers. */
static void
print_overview (FILE *out, const struct results *r)
{
  static const char *const heads[] = { "operation", "sizes", "geometric mean", "least", "at limbs", "most", "at limbs" };
  static const struct html_table table = { "Times as fast, by operation", 7, 1, heads };
  char seen[r->n];
  memset (seen, 0, sizeof seen);
  html_table_begin (out, &table);
  for (size_t i = 0; i < r->n; i++)
    {
      const struct measurement *least = &r->of[i], *most = least;
      double sum = 0;
      size_t n = 0;
      for (size_t k = i; k < r->n && !seen[i]; k++)
        {
          const struct measurement *m = &r->of[k];
          if (seen[k] || !same_line (&m->job, &r->of[i].job) || has_size (&m->job) != has_size (&r->of[i].job))
            continue;
          seen[k] = k > i;
          sum += log (measured_ratio (m));
          n++;
          least = measured_ratio (m) < measured_ratio (least) ? m : least;
          most = measured_ratio (m) > measured_ratio (most) ? m : most;
        }
      if (n == 0)
        continue;
      struct line line;
      char jobs[32], mean[32], low[32], high[32], low_at[48], high_at[48];
      name_line (&line, &r->of[i].job);
      snprintf (jobs, sizeof jobs, "%zu", n);
      snprintf (mean, sizeof mean, "%.2f", exp (sum / n));
      snprintf (low, sizeof low, "%.2f", measured_ratio (least));
      snprintf (high, sizeof high, "%.2f", measured_ratio (most));
      html_row (out, &table, (const char *const[]) {
        line.name, jobs, mean, low, shape_name (&least->job, low_at, sizeof low_at),
        high, shape_name (&most->job, high_at, sizeof high_at)
      });
    }
  html_table_end (out);
}

/* The header of CSV files; NULL if an allocation fails.  To be freed. */
static char *
header_text (const struct results *r, int argc, char **argv)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  if (out == NULL)
    return NULL;
  print_csv_header (out, r, argc, argv);
  const int failed = ferror (out);
  if (fclose (out) == 0 && !failed)
    return text;
  free (text);
  return NULL;
}

static void
print_method (FILE *out)
{
  html_heading (out, 2, "How it was measured");
  fputs ("<p>", out);
  html_text (out, "comba-bench loads both libraries into one process and times them alternately on the same operands. "
             "A sample is one call, or a loop of calls for %.0f microseconds, in cycles of the CPU's clock right before "
             "and after it. Samples during which another program used the same core are left out. A time is the mean "
             "over up to %d placements of the operands in memory of the median of the samples. Both libraries must "
             "return the same results.", SAMPLE_NS / 1e3, (int) PLACEMENTS);
  fputs ("</p>\n<p>", out);
  html_text (out, "A job is noisy if the middle half of its samples spreads by more than %.0f %% (or %d cycles), or if too "
             "few samples remain. The run is valid if at most %.0f %% of its jobs are noisy, and the run had at least "
             "%.0f %% of its CPU.", 100 * NOISY_SPREAD, NOISY_CYCLES, 100 * NOISY_SHARE, 100 * LEAST_CPU);
  fputs ("</p>\n", out);
}

int
print_report (FILE *out, const struct results *r, const char *settings, int argc, char **argv)
{
  struct writer w = { .out = out, .r = r, .lines = calloc (r->n, sizeof *w.lines) };
  char *header = header_text (r, argc, argv);
  int failed = w.lines == NULL || header == NULL;
  if (!failed)
    {
      html_begin (out, "What comba gains on this machine");
      fputs ("<p>", out);
      html_text (out, "%s, compared with %s on %s.", r->libraries[COMBA].label, r->libraries[REFERENCE].label, r->cpu);
      fputs ("</p>\n<p class=\"verdict\">", out);
      print_verdict (out, r);
      fputs ("</p>\n", out);
      print_overview (out, r);
      html_heading (out, 2, "What comba gains");
    }
  for (int i = 0; i < GROUPS && !failed; i++)
    {
      failed = collect (&w, groups[i].first, groups[i].last, 0) != 0;
      if (!failed)
        print_plots (&w, groups[i].title, groups[i].sizes, 0);
      free_lines (&w);
    }
  if (!failed)
    {
      print_others (&w);
      failed = print_threads (&w) != 0;
      free_lines (&w);
    }
  if (!failed)
    {
      fputs (settings, out);
      report_machine (out, header);
      print_method (out);
      html_end (out);
    }
  free (w.lines);
  free (header);
  if (failed)
    fprintf (stderr, "comba-bench: out of memory\n");
  return -failed;
}
