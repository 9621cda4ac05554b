/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The header of a CSV file of measurements: lines "# KEY: VALUE" that describe the machine, the
   libraries and the command.  doc/figures.py reads them. */

#ifndef TUNE_PROVENANCE_H
#define TUNE_PROVENANCE_H

#include <stdio.h>

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

struct provenance
{
  const char *kind;             /* "products", "powers", "papers" ... */
  const char *config;           /* the CPU configuration */
  const char *reference;        /* the library that comba is compared with, and its version */
  const char *comba;            /* comba's version */
  int argc;                     /* the command; folders in it are left out */
  char **argv;
};

/* Writes all lines but those about validity. */
void print_provenance (FILE *out, const struct provenance *p);

/* Writes the line about validity, which counts NOISY of ALL; UNIT names them, as "jobs". */
void print_validity (FILE *out, int valid, size_t noisy, size_t all, const char *unit);

/* A run with a larger share of noisy jobs is not valid. */
#define NOISY_SHARE 0.05

#endif
