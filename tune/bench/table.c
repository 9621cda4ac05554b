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
  else if (is_operation (job->function) && job->exponent != 0)
    snprintf (name, size, "%ld^%ld", (long) job->bn, job->exponent);
  else if (is_operation (job->function) && job->an != job->bn)
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

/* The width of a column of functions. */
static int
name_width (const struct results *r)
{
  int width = 13;
  for (size_t i = 0; i < r->n; i++)
    {
      char name[32];
      const int n = (int) strlen (job_name (&r->of[i].job, name));
      width = n > width ? n : width;
    }
  return width;
}

void
print_table (const struct results *r)
{
  const char *reference = r->libraries[REFERENCE].label, *comba = r->libraries[COMBA].label;
  int reference_width = time_width (reference), comba_width = time_width (comba);

  printf ("conditions ");
  print_conditions (stdout, r);
  printf ("\n%-*s %-14s  %*s  %*s  %6s %7s\n", name_width (r), "function", "limbs", reference_width, reference,
          comba_width, comba, "ratio", "spread");
  for (size_t i = 0; i < r->n; i++)
    {
      const struct measurement *m = &r->of[i];
      char function[32], name[48];
      printf ("%-*s %-14s  %*.1f  %*.1f  %6.2f %6.1f%%%s\n", name_width (r), job_name (&m->job, function),
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

/* The next larger size of an operation after SIZE; 0 if there is none. */
static mp_size_t
next_size (const struct results *r, mp_size_t size)
{
  mp_size_t next = 0;
  for (size_t i = 0; i < r->n; i++)
    {
      const mp_size_t s = r->of[i].job.size;
      if (s > size && (next == 0 || s < next))
        next = s;
    }
  return next;
}

static const struct measurement *
find_operation (const struct results *r, enum function f, mp_size_t size)
{
  for (size_t i = 0; i < r->n; i++)
    if (r->of[i].job.function == f && r->of[i].job.size == size)
      return &r->of[i];
  return NULL;
}

/* The ratios of operations: a row for each, a column for each size. */
static void
print_operations (const struct results *r)
{
  if (next_size (r, 0) == 0)
    return;
  printf ("\nratios by size n in limbs\n%-23s", "operation");
  for (mp_size_t size = next_size (r, 0); size != 0; size = next_size (r, size))
    printf (" %6ld", (long) size);
  printf (" %6s\n", "mean");
  for (int f = FIRST_OPERATION; f < FUNCTIONS; f++)
    {
      char row[512];
      int length = 0;
      double sum = 0;
      size_t n = 0;
      for (mp_size_t size = next_size (r, 0); size != 0 && length + 8 < (int) sizeof row; size = next_size (r, size))
        {
          const struct measurement *m = find_operation (r, f, size);
          if (m == NULL)
            length += sprintf (row + length, "%7s", "");
          else
            {
              length += sprintf (row + length, " %6.2f", measured_ratio (m));
              sum += log (measured_ratio (m));
              n++;
            }
        }
      if (n > 0)
        printf ("%-23s%s %6.2f\n", operation_title (operation_of (f)), row, exp (sum / n));
    }
}

void
print_summary (const struct results *r, double min_ratio)
{
  size_t others = 0;
  for (size_t i = 0; i < r->n; i++)
    others += r->of[i].job.turns_from != 0 || r->of[i].job.threads != 0 || is_operation (r->of[i].job.function);
  print_operations (r);
  if (others < r->n)
    printf ("\nratios by limbs of the smaller operand\n"
          "%-13s %-14s %6s %7s %7s\n", "function", "limbs", "jobs", "mean", "worst");
  for (int f = 0; f < FIRST_OPERATION; f++)
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
