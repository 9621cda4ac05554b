/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The line at load, and the report at exit:

     comba: load pid=4242 version=0.1.0 config=zen4 tuning=built-in
     comba: exit pid=4242 version=0.1.0 config=zen4 tuning=built-in
     comba: program /usr/bin/gp
     comba: libgmp /usr/lib/libgmp.so.10
     comba: calls that comba can replace: mul_n sqr mul powm
     comba: calls bound to comba: mul_n mul
     comba: kernels of its fat table replaced: addmul_1 mul_1
     comba: calls entry=mul_n total=12 1:3 2:4 3-4:5
     comba: parallel threads=2 engine=posix columns=0 blocks=3 points=0 ntt=4 cached=1 ...

   A second line at load says so if there are tuning files for other CPUs only.

   Only a fat libgmp has a line "kernels".  There is one line "calls" for each entry;
   FROM-TO:CALLS counts calls with that many limbs.
   "parallel" counts calls that several threads computed, by path.  The lines go to stderr, or are
   appended to the file that COMBA_REPORT names, by one write at load and one at exit. */

#include "diag/diag.h"
#include "dispatch/at_fork.h"
#include "dispatch/config.h"
#include "dispatch/select.h"
#include "dispatch/tuning.h"
#include "mul/paths/paths.h"
#include "parallel/engine.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int reporting;

/* A copy of COMBA_REPORT, empty for stderr: PHP frees its environment before destructors run. */
static char file[4096];

static void
add_identity (struct comba_text *t, const char *event)
{
  comba_text_add (t, "comba: %s pid=%ld version=%s config=%s tuning=%s\n", event,
                  (long) getpid (), COMBA_VERSION, comba_active ()->name,
                  comba_tuning_source ());
}

static void
add_program (struct comba_text *t)
{
  char path[4096];
  ssize_t n = readlink ("/proc/self/exe", path, sizeof path);
  for (ssize_t i = 0; i < n; i++)
    if ((unsigned char) path[i] < ' ' || path[i] == 127)
      path[i] = '?';            /* a line stays one line */
  comba_text_add (t, "comba: program %.*s\n", n > 0 ? (int) n : 1, n > 0 ? path : "?");
}

static void
add_calls (struct comba_text *t, enum comba_entry e)
{
  comba_text_add (t, "comba: calls entry=%s total=%llu", comba_entry_names[e],
                  comba_calls (e, -1));
  for (int b = 0; b < COMBA_BUCKETS; b++)
    {
      unsigned long long calls = comba_calls (e, b), to = 1ull << b, from = to / 2 + 1;
      if (calls == 0)
        continue;
      if (from >= to)
        comba_text_add (t, " %llu:%llu", to, calls);
      else
        comba_text_add (t, " %llu-%llu:%llu", from, to, calls);
    }
  comba_text_add (t, "\n");
}

static void
add_parallel (struct comba_text *t)
{
  comba_text_add (t, "comba: parallel threads=%d engine=%s", comba_get_num_threads (), comba_engine_name ());
  for (int p = COMBA_PATH_SEQUENTIAL + 1; p < COMBA_PATHS_COUNTED; p++)
    comba_text_add (t, " %s=%llu", comba_path_names[p], comba_parallel_calls (p));
  comba_text_add (t, "\n");
}

/* Opens without blocking: the file may be a FIFO that nobody reads. */
static void
deliver (const struct comba_text *t)
{
  if (file[0] == '\0')
    {
      comba_text_to_stderr (t);
      return;
    }
  int saved = errno;
  int fd = open (file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
  if (fd >= 0)
    {
      comba_text_write (t, fd);
      close (fd);
    }
  else
    {
      reporting = 0;
      comba_warn ("cannot write the report to COMBA_REPORT=%.200s: %s", file,
                  comba_error_text (errno));
    }
  errno = saved;
}

static void __attribute__ ((destructor))
report_exit (void)
{
  if (!reporting)
    return;
  struct comba_text t = { .length = 0 };
  int saved = errno;
  add_identity (&t, "exit");
  add_program (&t);
  comba_describe_libgmp (&t);
  for (int e = 0; e < COMBA_ENTRIES; e++)
    if (comba_entry_symbols[e] != NULL)
      add_calls (&t, e);
  add_parallel (&t);
  deliver (&t);
  errno = saved;
}

static void
forget_calls (void)
{
  comba_forget_calls ();
  comba_parallel_forget_calls ();
}

static void
choose_file (const char *name)
{
  size_t size = strlen (name) + 1;
  if (size <= sizeof file)
    memcpy (file, name, size);
  else
    comba_warn ("COMBA_REPORT=%.40s... is too long for a path (%zu bytes); writing the report to stderr", name,
                size - 1);
}

/* Not inlined: it needs more stack than the rest of the constructor. */
static void __attribute__ ((noinline))
start (void)
{
  reporting = 1;
  comba_count_calls (1);
  comba_at_fork (forget_calls);
  struct comba_text t = { .length = 0 };
  add_identity (&t, "load");
  const char *missing = comba_tuning_missing ();
  if (missing != NULL)
    comba_text_add (&t, "comba: no tuning file for this CPU: %s\n", missing);
  deliver (&t);
}

void COMBA_AT_LOAD
comba_report_start (void)
{
  const char *name = comba_getenv ("COMBA_REPORT");
  if (name != NULL)
    choose_file (name);

  const char *verbose = comba_getenv ("COMBA_VERBOSE");
  if (verbose != NULL && strcmp (verbose, "0") != 0 && strcmp (verbose, "1") != 0)
    {
      comba_warn ("COMBA_VERBOSE=%.40s is neither 0 nor 1; using the default", verbose);
      verbose = NULL;
    }
  if (verbose == NULL ? name != NULL : strcmp (verbose, "1") == 0)
    start ();
}
