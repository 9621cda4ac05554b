/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* After fork the child is sequential forever; the parent keeps its pool. */

#include "pool_tests.h"
#include <comba.h>
#include <dlfcn.h>
#include <sys/wait.h>

/* The child's exit code tells what was wrong, 0 if nothing. */
static int
status_of (pid_t pid)
{
  int status;
  if (pid < 0 || waitpid (pid, &status, 0) != pid)
    return -1;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 1000 + WTERMSIG (status);
}

/* A square and its square by the reference. */
static int
multiplies (void)
{
  enum { N = 700 };
  static mp_limb_t a[N], r[2 * N], expected[2 * N];
  random_operand (a, N, 5);
  mpn_sqr (r, a, N);
  reference_mul (expected, a, N, a, N);
  return memcmp (r, expected, sizeof r) == 0;
}

static int
child (int depth)
{
  if (comba_threads_allowed () != 1 || comba_get_num_threads () != 1)
    return 1;
  if (strcmp (comba_threads_source (), "fork") != 0)
    return 2;
  if (comba_set_num_threads (4) != 1 || comba_set_num_threads (0) != 1)
    return 3;
  allow_threads (4);
  if (comba_pool_take (2, COMBA_WAKE_NOW) != NULL)
    return 4;
  if (!multiplies ())
    return 5;
  if (depth == 0)
    return 0;
  pid_t pid = fork ();
  if (pid == 0)
    _exit (child (depth - 1));
  return status_of (pid);
}

static int
has_pool (void)
{
  const struct comba_pool *pool = take_patiently (3);
  int right = pool != NULL && runs_once (pool);
  if (pool != NULL)
    comba_pool_give ();
  return right;
}

static void
try_fork (const char *when)
{
  pid_t pid = fork ();
  if (pid == 0)
    {
      alarm (60);
      _exit (child (2));
    }
  int status = status_of (pid);
  CHECK_THAT (status == 0, "%s: children, and theirs (%d)", when, status);
}

int
main (void)
{
  tests_begin ();
  comba_set_num_threads (COMBA_THREADS_MAX);
  allow_threads (3);
  if (comba_threads_limit (NULL) < 2)
    check_skip ("one CPU: nothing prepares for a fork", "fork");
  else
    {
      try_fork ("before there was a pool");
      CHECK_THAT (has_pool (), "the parent has one");
      try_fork ("while workers wait");
      sleep (1);
      try_fork ("while workers sleep");
      const struct comba_pool *pool = take_patiently (3);
      try_fork ("while a call has the pool");
      CHECK_THAT (pool != NULL && runs_once (pool), "the parent goes on");
      comba_pool_give ();
      CHECK_THAT (has_pool () && multiplies (), "and again");
    }

#ifdef __SANITIZE_THREAD__
  check_skip ("it may leave locks of ThreadSanitizer's taken", "a fork without handlers");
#else
  /* A fork that the library cannot detect: it assumes that the workers exist. */
  union
  {
    void *symbol;
    pid_t (*f) (void);
  } bare_fork = { .symbol = dlsym (RTLD_DEFAULT, "_Fork") };
  if (bare_fork.symbol == NULL)
    check_skip ("this C library has no _Fork", "a fork without handlers");
  else
    {
      CHECK_THAT (has_pool (), "a pool before _Fork");
      check_begin ("children without workers do everything themselves");
      for (int i = 0; i < tests_max (300); i++)
        {
          /* While workers poll, fall asleep, sleep. */
          if (!has_pool ())
            check_fail ("no pool");
          usleep (i % 3 * 150);
          pid_t pid = bare_fork.f ();
          if (pid == 0)
            {
              alarm (60);
              if (is_openmp ())         /* the runtime would wait for its threads */
                exit (comba_pool_take (3, COMBA_WAKE_NOW) != NULL || !multiplies ());
              exit (!has_pool () || !has_pool ());
            }
          int status = status_of (pid);
          if (status != 0)
            {
              check_fail ("child %d: %d", i, status);
              break;
            }
        }
      check_end ();
    }
#endif
  return tests_end ();
}
