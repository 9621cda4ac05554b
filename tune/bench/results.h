/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The results of a run, and their printed representations. */

#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include <stdio.h>
#include "measure.h"
#include "../provenance.h"

/* A run is not valid if it had less of its CPU's time than this, or a larger share of noisy jobs
   than NOISY_SHARE. */
#define LEAST_CPU 0.9

struct results
{
  char cpu[128];
  const struct library *libraries;      /* SIDES of them */
  const struct library (*pairs)[SIDES]; /* for jobs with several threads */
  int pair_count;
  struct measurement *of;               /* in the order of the plan */
  size_t n;
  double ns, cpu_ns;                    /* time of the passes, and CPU time */
};

size_t count_noisy (const struct results *r);
int too_few_passes (const struct results *r);           /* in any job */
double cpu_share (const struct results *r);
int is_valid (const struct results *r);

/* The libraries that a job compares, SIDES of them. */
const struct library *libraries_of (const struct results *r, const struct job *job);

/* The machine, the libraries and the method; at the end of a run, also the state of the machine. */
void print_header (FILE *out, const struct results *r);
void print_conditions (FILE *out, const struct results *r);

/* Sentences that say whether the run is valid, and why not. */
void print_verdict (FILE *out, const struct results *r);

/* One line a job. */
void print_table (const struct results *r);

/* For each function and range of sizes the geometric mean and the worst ratio;
   then the jobs below MIN_RATIO, if it is above 0. */
void print_summary (const struct results *r, double min_ratio);

/* "12", or "3-16" for sizes in turns, "100x8" for a shape, "16^1024" for a modulus and the bits of
   an exponent. */
const char *shape_name (const struct job *job, char *name, size_t size);

/* The header of provenance.h.  ARGC and ARGV are main's. */
void print_csv_header (FILE *out, const struct results *r, int argc, char **argv);

/* Comma-separated values after that header. */
void print_csv (FILE *out, const struct results *r, int argc, char **argv);

#endif
