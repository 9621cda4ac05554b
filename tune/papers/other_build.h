/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The results of another build's comba-papers. */

#ifndef PAPERS_OTHER_BUILD_H
#define PAPERS_OTHER_BUILD_H

/* Reads the table ID of PROGRAM for PAPER: COLUMNS columns from FIRST on (0 is the leftmost), of
   ROWS rows.  Returns 0, or -1 after a message on stderr. */
int read_table (const char *program, const char *paper, const char *id, int first, int rows,
                int columns, double *cells);

#endif
