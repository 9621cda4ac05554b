/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The five papers: their printed numbers beside those of this machine.

   One file a paper (paper_000.c and so on): its rows as data, as printed, with the number of the
   table; then the counts or times of this machine. */

#ifndef PAPERS_PAPERS_H
#define PAPERS_PAPERS_H

#include "table.h"
#include "../bench/libraries.h"

struct comba_config;

/* The threads of Mx: the CPU of paper 000 had four cores, and its tables 5 and 6 count for four. */
#define MX_THREADS 4

#define THREADS_NOTE \
  "2x: two threads.  Mx: four; with fewer CPUs, the time of the busiest thread's jobs plus the" \
  " caller's time outside of jobs, without synchronisation.  openmp: threads of the OpenMP" \
  " runtime, if there are enough CPUs; all others: comba's own threads."

struct papers
{
  FILE *out;
  enum table_format format;
  const struct library *gmp;
  const char *other_build;      /* a comba-papers with limbs of 32 bits, or NULL */
  const struct comba_config *best;     /* the selected configuration */
};

/* Prints the tables of one paper. */
typedef void paper_fn (const struct papers *p);
paper_fn paper_000, paper_001, paper_002, paper_003, paper_004;

/* Ends the program with a message on stderr. */
_Noreturn void give_up (const char *reason);

#endif
