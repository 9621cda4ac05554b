/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What another build's comba-papers finds. */

#ifndef PAPERS_OTHER_BUILD_H
#define PAPERS_OTHER_BUILD_H

/* The cells of a table of PROGRAM's for PAPER: COLUMNS of them from column FIRST (0 is the
   leftmost) on, of ROWS rows.  Returns 0, or -1 after a message on stderr. */
int read_table (const char *program, const char *paper, const char *id, int first, int rows,
                int columns, double *cells);

#endif
