/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What a run found, and the forms in which it is shown. */

#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include <stdio.h>
#include "measure.h"

/* A run with a larger share of noisy jobs is not valid, nor one that had less of its CPU's time. */
#define NOISY_SHARE 0.05
#define LEAST_CPU 0.9

struct results
{
  char cpu[128];
  const struct library *libraries;      /* SIDES of them */
  struct measurement *of;               /* in the order of the plan */
  size_t n;
  double ns, cpu_ns;                    /* that passes took, and had a CPU for */
};

size_t count_noisy (const struct results *r);
double cpu_share (const struct results *r);
int is_valid (const struct results *r);

/* Each line after PREFIX: the machine, the libraries and the method; and, when it is over, what
   the machine gave. */
void print_header (FILE *out, const struct results *r, const char *prefix);
void print_conditions (FILE *out, const struct results *r, const char *prefix);

/* One line a job. */
void print_table (const struct results *r);

/* For each function and range of sizes the geometric mean and the worst ratio;
   then the jobs below MIN_RATIO, if it is above 0. */
void print_summary (const struct results *r, double min_ratio);

/* Comma-separated values after header lines that begin with "# ". */
void print_csv (FILE *out, const struct results *r);

/* 1 if there is a gnuplot that runs. */
int have_gnuplot (void);

/* Ratio against limbs, one curve a function and shape, as an SVG file.
   Returns 0, or -1 if gnuplot failed. */
int draw_svg (const char *file, const struct results *r);

#endif
