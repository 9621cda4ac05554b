/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The table and the summary on stdout. */

#include "results.h"
#include <math.h>
#include <string.h>

const char *
shape_name (const struct job *job, char *name, size_t size)
{
  if (job->turns_from != 0)
    snprintf (name, size, "%ld-%ld", (long) job->turns_from, (long) job->an);
  else if (job->function == MUL)
    snprintf (name, size, "%ldx%ld", (long) job->an, (long) job->bn);
  else if (job->function == POWM)
    snprintf (name, size, "%ld^%ld", (long) job->bn, job->exponent);
  else
    snprintf (name, size, "%ld", (long) job->bn);
  return name;
}

/* The width of a column of times. */
static int
time_width (const char *label)
{
  int n = strlen (label);
  return n > 12 ? n : 12;
}

void
print_table (const struct results *r)
{
  const char *reference = r->libraries[REFERENCE].label, *comba = r->libraries[COMBA].label;
  int reference_width = time_width (reference), comba_width = time_width (comba);

  printf ("conditions ");
  print_conditions (stdout, r);
  printf ("\n%-13s %-14s  %*s  %*s  %6s %7s\n", "function", "limbs", reference_width, reference,
          comba_width, comba, "ratio", "spread");
  for (size_t i = 0; i < r->n; i++)
    {
      const struct measurement *m = &r->of[i];
      char function[32], name[48];
      printf ("%-13s %-14s  %*.1f  %*.1f  %6.2f %6.1f%%%s\n", job_name (&m->job, function),
              shape_name (&m->job, name, sizeof name), reference_width, m->cycles[REFERENCE],
              comba_width, m->cycles[COMBA], measured_ratio (m), 100 * measured_spread (m),
              has_too_few_passes (m) ? "  too few passes" : is_noisy (m) ? "  noisy" : "");
    }
}

/* The line for a function's jobs with FIRST <= bn <= LAST, if there are any. */
static void
print_range (const struct results *r, enum function function, const char *range,
             mp_size_t first, mp_size_t last)
{
  const struct measurement *worst = NULL;
  double sum = 0;
  size_t n = 0;
  for (size_t i = 0; i < r->n; i++)
    {
      const struct measurement *m = &r->of[i];
      if (m->job.function != function || m->job.turns_from != 0 || m->job.threads != 0
          || m->job.bn < first || m->job.bn > last)
        continue;
      sum += log (measured_ratio (m));
      n++;
      if (worst == NULL || measured_ratio (m) < measured_ratio (worst))
        worst = m;
    }
  if (n == 0)
    return;
  char name[48];
  printf ("%-13s %-14s %6zu %7.2f %7.2f  at %s\n", function_names[function], range, n,
          exp (sum / n), measured_ratio (worst), shape_name (&worst->job, name, sizeof name));
}

void
print_summary (const struct results *r, double min_ratio)
{
  size_t others = 0;
  for (size_t i = 0; i < r->n; i++)
    others += r->of[i].job.turns_from != 0 || r->of[i].job.threads != 0;
  if (others < r->n)
    printf ("\nratios by limbs of the smaller operand\n"
          "%-13s %-14s %6s %7s %7s\n", "function", "limbs", "jobs", "mean", "worst");
  for (int f = 0; f < FUNCTIONS; f++)
    {
      for (mp_size_t first = 1, last = 4; first <= SIZES_LIMIT;
           first = last + 1, last = last < 12 ? last + 4 : last < 32 ? 32 : 2 * last)
        {
          char range[48];
          snprintf (range, sizeof range, "%ld-%ld", (long) first, (long) last);
          print_range (r, f, range, first, last);
        }
      print_range (r, f, "all", 1, SIZES_LIMIT);
    }

  if (min_ratio > 0)
    {
      size_t below = 0;
      printf ("\nbelow %.2f:", min_ratio);
      for (size_t i = 0; i < r->n; i++)
        if (measured_ratio (&r->of[i]) < min_ratio)
          {
            char function[32], name[48];
            printf ("%s %s %s (%.2f)", below++ > 0 ? "," : "", job_name (&r->of[i].job, function),
                    shape_name (&r->of[i].job, name, sizeof name), measured_ratio (&r->of[i]));
          }
      printf ("%s\n", below == 0 ? " none" : "");
    }
}
