/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "each_config.h"
#include "../tests.h"
#include <comba.h>
#include <sys/wait.h>
#include <unistd.h>

/* Replaces this process by one that is told the set, and how many checks there
   were before.  An emulator's user-mode process cannot execute a program of the
   emulated CPU as it is: then a shell puts the emulator's command in front. */
static void
start_anew (const char *set, const char *before)
{
  char self[4096];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  self[n < 0 ? 0 : n] = '\0';
  setenv ("COMBA_CPU", set, 1);
  if (getenv ("COMBA_TEST_EXEC") != NULL)
    execl ("/bin/sh", "sh", "-c", "exec $COMBA_TEST_EXEC \"$@\"", "sh", self, set, before,
           (char *) NULL);
  else
    execl (self, self, set, before, (char *) NULL);
  perror ("tests: exec");
  _exit (0);
}

/* A new process continues the numbers of its parent's checks: it is given how
   many there were and returns how many it added. */

static void
run_set (const char *set)
{
  char before[16];
  snprintf (before, sizeof before, "%d", tests_count (0));
  fflush (stdout);
  pid_t pid = fork ();
  if (pid == 0)
    start_anew (set, before);
  int status = -1;
  if (pid > 0 && waitpid (pid, &status, 0) == pid && WIFEXITED (status))
    tests_count (WEXITSTATUS (status));
  CHECK_THAT (WIFEXITED (status) && WEXITSTATUS (status) > 0, "%s: the process ran to its end", set);
}

int
tests_each_config (int argc, char **argv, void (*body) (const char *set))
{
  tests_begin ();
  if (argc == 3)
    {
      int before = atoi (argv[2]);
      tests_count (before);
      CHECK_THAT (strcmp (comba_cpu_config (), argv[1]) == 0, "%s serves", argv[1]);
      body (argv[1]);
      return tests_count (0) - before;
    }

  const char *name, *why_not;
  for (size_t i = 0; (name = comba_list_cpu_config (i, &why_not)) != NULL; i++)
    {
      if (why_not == NULL)
        why_not = tests_why_left_out (name);
      if (why_not == NULL)
        run_set (name);
      else if (strstr (why_not, "self-test") != NULL)
        CHECK_THAT (why_not == NULL, "exported functions with CPU configuration %s: %s", name, why_not);
      else
        check_skip (why_not, "exported functions with CPU configuration %s", name);
    }
  return tests_end ();
}
