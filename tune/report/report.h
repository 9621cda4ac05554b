/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What the reports of comba-bench and comba-tune have in common. */

#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stddef.h>
#include <stdio.h>

/* Opens PATH for writing before anything is measured.  Returns NULL after a message of PROGRAM. */
FILE *report_open (const char *program, const char *path);

/* Closes a file.  Returns 0, or -1 after a message of PROGRAM if not all was written. */
int report_close (const char *program, const char *path, FILE *out);

/* The section about the machine and the programs: a table of the lines "# KEY: VALUE" of HEADER,
   which is that of a CSV file (../provenance.h), and of the system. */
void report_machine (FILE *out, const char *header);

/* A setting after the other, as comba_list_setting; NULL after the last. */
typedef const char *report_list (size_t i, char *value, size_t size, const char **source);

/* The section about crossovers and other settings, with their sources.  LIST is NULL if the library
   cannot tell them. */
void report_settings (FILE *out, report_list *list);

#endif
