/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The results as a page with plots. */

#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "results.h"

/* Writes the page.  SETTINGS is its section about settings (../report/report.h).  Returns 0, or -1
   after a message on stderr. */
int print_report (FILE *out, const struct results *r, const char *settings, int argc, char **argv);

#endif
