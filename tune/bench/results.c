/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "results.h"
#include "../clock.h"

size_t
count_noisy (const struct results *r)
{
  size_t noisy = 0;
  for (size_t i = 0; i < r->n; i++)
    noisy += is_noisy (&r->of[i]);
  return noisy;
}

int
too_few_passes (const struct results *r)
{
  for (size_t i = 0; i < r->n; i++)
    if (has_too_few_passes (&r->of[i]))
      return 1;
  return 0;
}

double
cpu_share (const struct results *r)
{
  return r->cpu_ns / r->ns;
}

int
is_valid (const struct results *r)
{
  return count_noisy (r) <= NOISY_SHARE * r->n && cpu_share (r) >= LEAST_CPU;
}

const struct library *
libraries_of (const struct results *r, const struct job *job)
{
  for (int i = 0; i < r->pair_count; i++)
    if (r->pairs[i][COMBA].threads == job->threads)
      return r->pairs[i];
  return r->libraries;
}

void
print_header (FILE *out, const struct results *r)
{
  const struct library *reference = &r->libraries[REFERENCE], *comba = &r->libraries[COMBA];
  fprintf (out, "CPU        %s\n", r->cpu);
  fprintf (out, "reference  %s, %s\n", reference->label, reference->path);
  fprintf (out, "comba      %s, %s\n", comba->label, comba->path);
  fprintf (out, "method     cycles a call, ratio = reference / comba; median of %.0f us samples,"
           " mean of up to %d placements\n", SAMPLE_NS / 1e3, (int) PLACEMENTS);
  if (r->pair_count > 0)
    fprintf (out, "threads    ..._T_threads: instead of the reference comba with one thread, and comba with T\n");
}

void
print_conditions (FILE *out, const struct results *r)
{
  double least, most;
  size_t all = 0, alone = 0;
  clock_range (&least, &most);
  for (size_t i = 0; i < r->n; i++)
    {
      all += count_samples (&r->of[i]);
      alone += r->of[i].alone;
    }
  fprintf (out, "clock %.2f to %.2f GHz; no neighbour on the core in %.0f %% of the samples;"
           " %.0f %% of a CPU\n", least, most, 100.0 * alone / all, 100 * cpu_share (r));
}

void
print_verdict (FILE *out, const struct results *r)
{
  const size_t noisy = count_noisy (r);
  if (is_valid (r))
    fprintf (out, "The run is valid: %zu of %zu jobs were noisy.\n", noisy, r->n);
  else if (too_few_passes (r))
    fprintf (out, "The run is NOT VALID: it had too few passes to tell whether the machine was busy.\n"
             "Measure again with --passes %d or more.\n", (NEEDED + SAMPLES - 1) / SAMPLES);
  else
    fprintf (out, "The run is NOT VALID: %zu of %zu jobs were noisy, and it had %.0f %% of a CPU, so the\n"
             "machine was busy with something else.  Measure again when it is not.\n", noisy, r->n,
             100 * cpu_share (r));
}

/* What the jobs are, if they are of one kind. */
static const char *
kind_of (const struct results *r)
{
  const enum function first = r->of[0].job.function;
  if (r->libraries[COMBA].threads > 1)
    return "threads";
  for (size_t i = 1; i < r->n; i++)
    if (is_modular (r->of[i].job.function) != is_modular (first) || is_operation (r->of[i].job.function) != is_operation (first)
        || (r->of[i].job.function == POWM) != (first == POWM) || r->of[i].job.threads != r->of[0].job.threads)
      return "mixed";
  return is_operation (first) ? "operations" : is_modular (first) ? "modular" : first == POWM ? "powers" : "products";
}

void
print_csv_header (FILE *out, const struct results *r, int argc, char **argv)
{
  const struct library *reference = &r->libraries[REFERENCE], *comba = &r->libraries[COMBA];
  char version[32] = "unknown", config[32] = "unknown";
  sscanf (comba->label, "comba %31s %31[^, ]", version, config);
  print_provenance (out, &(struct provenance) {
    .kind = kind_of (r), .config = config, .reference = reference->label, .comba = version, .argc = argc, .argv = argv
  });
  fputs ("# conditions: ", out);
  print_conditions (out, r);
  if (too_few_passes (r))
    fputs ("# validity: NOT VALID, too few passes to tell\n", out);
  else
    print_validity (out, is_valid (r), count_noisy (r), r->n, "jobs");
}

void
print_csv (FILE *out, const struct results *r, int argc, char **argv)
{
  print_csv_header (out, r, argc, argv);
  fprintf (out, "function,an,bn,reference_cycles,comba_cycles,ratio,"
           "reference_spread,comba_spread,passes,noisy\n");
  for (size_t i = 0; i < r->n; i++)
    {
      const struct measurement *m = &r->of[i];
      char name[32];
      fprintf (out, "%s,%ld,%ld,%.2f,%.2f,%.3f,%.4f,%.4f,%d,%d\n", job_name (&m->job, name),
               (long) m->job.an, (long) (m->job.turns_from != 0 ? m->job.turns_from : m->job.bn),
               m->cycles[REFERENCE], m->cycles[COMBA], measured_ratio (m),
               m->spread[REFERENCE], m->spread[COMBA], m->passes, is_noisy (m));
    }
}
