/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For programs that run under callgrind: dumps of the instructions of each job of a pool's calls,
   and of the caller between them, with descriptions

     NAME caller      the caller outside of the jobs
     NAME share RUN SHARE

   The code that writes the descriptions is not counted. */

#ifndef COMBA_COUNTED_H
#define COMBA_COUNTED_H

#include "tests.h"
#include "parallel/pool.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/callgrind.h>

/* Returns the CPU configuration with this name; NULL if none can run.  Of several tables with the
   name the last one, which suits every make of CPU: the counts are then the same on every
   machine. */
static const struct comba_config *
counted_config (const char *name)
{
  const struct comba_config *found = NULL;
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    if (strcmp (comba_configs[i]->name, name) == 0 && tests_why_not (comba_configs[i]) == NULL)
      found = comba_configs[i];
  return found;
}

/* NAME, and the number of calls. */
static char counted_name[80];
static int counted_runs;

/* Instructions since the last dump, or since counted_begin. */
static void __attribute__ ((format (printf, 1, 2)))
counted_dump (const char *format, ...)
{
  CALLGRIND_TOGGLE_COLLECT;
  char text[128];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS_AT (text);       /* starts again from zero */
}

static void
counted_begin (void)
{
  counted_runs = 0;
  CALLGRIND_ZERO_STATS;
}

/* The run function of a pool that does its jobs one after the other. */
static void
counted_run (const struct comba_pool *pool, comba_job_fn *f, void *arg)
{
  counted_dump ("%s caller", counted_name);
  for (int i = 0; i < pool->threads; i++)
    {
      CALLGRIND_ZERO_STATS;
      f (arg, i);
      counted_dump ("%s share %d %d", counted_name, counted_runs, i);
    }
  counted_runs++;
  CALLGRIND_ZERO_STATS;
}

#endif
