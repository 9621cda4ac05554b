/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What the reports of comba-bench and comba-tune have in common. */

#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stddef.h>
#include <stdio.h>

/* A file that is written as a whole: until report_close its text is in memory.  So a program that
   fails or is interrupted leaves what was there. */
struct report_file
{
  const char *program, *path;
  FILE *out;                    /* NULL: there is none to write */
  char *text;
  size_t size;
};

/* Finds out whether PATH can be written, before anything is measured, and opens F->out.  Returns 0,
   or -1 after a message of PROGRAM. */
int report_open (struct report_file *f, const char *program, const char *path);

/* Writes the file.  Returns 0, or -1 after a message if that failed; then no regular file is
   left. */
int report_close (struct report_file *f);

/* The section about the machine and the programs: a table of the lines "# KEY: VALUE" of HEADER,
   which is that of a CSV file (../provenance.h), and of the system. */
void report_machine (FILE *out, const char *header);

/* A setting after the other, as comba_list_setting; NULL after the last. */
typedef const char *report_list (size_t i, char *value, size_t size, const char **source);

/* The section about crossovers and other settings, with their sources.  LIST is NULL if the library
   cannot tell them. */
void report_settings (FILE *out, report_list *list);

#endif
