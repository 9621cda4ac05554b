/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "each_config.h"
#include "../tests.h"
#include <comba.h>
#include <sys/wait.h>
#include <unistd.h>

/* Replaces this process by one with arguments CONFIG and BEFORE, the number of checks so far.
   Under user-mode emulation a process cannot execute a program of the emulated CPU directly:
   then a shell runs the emulator's command. */
static void
start_anew (const char *config, const char *before)
{
  char self[4096];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  self[n < 0 ? 0 : n] = '\0';
  setenv ("COMBA_CPU", config, 1);
  if (getenv ("COMBA_TEST_EXEC") != NULL)
    execl ("/bin/sh", "sh", "-c", "exec $COMBA_TEST_EXEC \"$@\"", "sh", self, config, before,
           (char *) NULL);
  else
    execl (self, self, config, before, (char *) NULL);
  perror ("tests: exec");
  _exit (0);
}

/* A new process continues its parent's numbers of checks: its argument says how many there were,
   and its exit status how many it added. */

static void
run_config (const char *config)
{
  char before[16];
  snprintf (before, sizeof before, "%d", tests_count (0));
  fflush (stdout);
  pid_t pid = fork ();
  if (pid == 0)
    start_anew (config, before);
  int status = -1;
  if (pid > 0 && waitpid (pid, &status, 0) == pid && WIFEXITED (status))
    tests_count (WEXITSTATUS (status));
  CHECK_THAT (WIFEXITED (status) && WEXITSTATUS (status) > 0, "%s: the process ran to its end", config);
}

int
tests_each_config (int argc, char **argv, void (*body) (const char *config))
{
  tests_begin ();
  if (argc == 3)
    {
      int before = atoi (argv[2]);
      tests_count (before);
      CHECK_THAT (strcmp (comba_cpu_config (), argv[1]) == 0, "%s is in use", argv[1]);
      body (argv[1]);
      return tests_count (0) - before;
    }

  const char *name, *why_not;
  for (size_t i = 0; (name = comba_list_cpu_config (i, &why_not)) != NULL; i++)
    {
      if (why_not == NULL)
        why_not = tests_why_left_out (name);
      if (why_not == NULL)
        run_config (name);
      else if (strstr (why_not, "self-test") != NULL)
        CHECK_THAT (why_not == NULL, "exported functions with CPU configuration %s: %s", name, why_not);
      else
        check_skip (why_not, "exported functions with CPU configuration %s", name);
    }
  return tests_end ();
}
