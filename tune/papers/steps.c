/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Counts instructions by single-stepping a child of this process.  This needs no performance
   counter, which virtual machines seldom have, and works for every instruction that the CPU
   knows. */

#include "ways.h"
#include <math.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static int
nothing (const struct way *w, const struct operands *o)
{
  (void) w;
  (void) o;
  return 1;
}

static _Noreturn void
be_traced (const struct way *w, const struct operands *o)
{
  if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) != 0)
    _exit (1);
  raise (SIGSTOP);
  w->once (w, o);
  raise (SIGSTOP);
  _exit (0);
}

/* The steps from the child's first stop to its second. */
static double
count_steps (const struct way *w, const struct operands *o)
{
  pid_t child = fork ();
  if (child == 0)
    be_traced (w, o);
  int status;
  double steps = 0;
  if (child < 0 || waitpid (child, &status, 0) < 0 || !WIFSTOPPED (status))
    return NAN;
  for (;;)
    {
      if (ptrace (PTRACE_SINGLESTEP, child, NULL, NULL) != 0
          || waitpid (child, &status, 0) < 0 || !WIFSTOPPED (status))
        {
          steps = NAN;
          break;
        }
      if (WSTOPSIG (status) == SIGSTOP)
        break;
      steps++;
    }
  kill (child, SIGKILL);
  waitpid (child, &status, 0);
  return steps;
}

double
count_instructions (const struct way *w, const struct operands *o)
{
  static double stopping;
  w->once (w, o);       /* symbols are looked up, pages are there */
  if (stopping == 0)
    stopping = count_steps (&(struct way) { .once = nothing }, o);
  return count_steps (w, o) - stopping;
}
