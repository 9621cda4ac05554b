/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The reports of the processes of a program (mpn/diag/report.c). */

#ifndef TOOLS_PROCESSES_H
#define TOOLS_PROCESSES_H

#include "json.h"

/* Exit statuses, where the question is whether comba serves. */
enum serves { SERVES = 0, SERVES_NOT = 1, SERVES_UNKNOWN = 3 };

/* A libgmp of a process.  The names of functions have blanks between them.  FAT: for a fat build, the
   kernels that comba has replaced in its table, or "none (REASON)"; else NULL. */
struct used_libgmp
{
  char *path, *replaceable, *bound, *fat;
};

/* The calls of one function.  SIZES: "1:2 33-64:29". */
struct calls
{
  char *name, *sizes;
  unsigned long long total;
};

struct process
{
  long pid;
  char *program, *config, *tuning, *parallel;
  struct used_libgmp *libgmp;
  struct calls *calls;
  char **notes;                 /* other lines of the report, without "comba: " */
  int libgmps, entries, noted;
  unsigned long long total;     /* of all calls */
};

struct processes
{
  struct process *of;
  int n;
};

/* Reads all reports from FILE.  If memory is short, exits with 126 after a message. */
void read_processes (struct processes *all, FILE *file);

/* Whether comba serves the program; VERDICT becomes a sentence that says so. */
enum { VERDICT = 1024 };
enum serves judge_processes (const struct processes *all, char verdict[VERDICT]);

/* Prints each process that used comba, or could have, and the others in one line. */
void print_processes (FILE *file, const struct processes *all);

/* Writes an array of all processes as member "processes". */
void processes_json (struct json *j, const struct processes *all);

/* What the configuration NAME is for, or "". */
const char *about_config (const char *name);

#endif
