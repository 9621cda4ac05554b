/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The result of tuning as a page with plots. */

#ifndef TUNE_REPORT_H
#define TUNE_REPORT_H

#include "tuner.h"
#include "../report/plot.h"

enum { GAIN_LINES = 6, GAIN_SIZES = 64 };

/* Built-in against tuned settings, by size. */
struct gains
{
  struct gain_line
  {
    const char *name;
    int threads;
    size_t n;
    struct plot_point of[GAIN_SIZES];   /* limbs, and how many times as fast */
  } of[GAIN_LINES];
  int n;
};

/* Adds the gain at a size to the line NAME, which stays as it is, with THREADS, unless GAINS is
   NULL.  Sizes of a line come in ascending order. */
void gains_add (struct gains *gains, const char *name, int threads, mp_size_t limbs, double gain);

/* Writes the page about T, tuned in SECONDS, of whose measurements the part DISTURBED was
   disturbed; above TOLERABLE the page says so.  THREADS is the number in the tuning file, 0 for
   none.  ARGC and ARGV are main's.  Returns 0, or -1 after a message. */
int print_report (FILE *out, const struct tuner *t, int threads, double seconds, double disturbed,
                  double tolerable, int argc, char **argv);

#endif
