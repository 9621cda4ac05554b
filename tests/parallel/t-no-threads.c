/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Threads cannot be created: calls continue with the existing ones, with one message. */

#include "pool_tests.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

/* Replaces pthread_create: creates a limited number of threads. */
static int allowed, asked;

int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*f) (void *), void *arg)
{
  int (*create) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);
  void *symbol = dlsym (RTLD_NEXT, "pthread_create");
  memcpy (&create, &symbol, sizeof symbol);
  asked++;
  if (allowed == 0)
    return EAGAIN;
  allowed--;
  return create (thread, attributes, f, arg);
}

int
main (void)
{
  tests_begin ();
  FILE *lines = tmpfile ();
  int saved = dup (STDERR_FILENO);
  if (lines == NULL || saved < 0 || dup2 (fileno (lines), STDERR_FILENO) < 0)
    return 1;

  allow_threads (8);
  allowed = 2;
  const struct comba_pool *pool = comba_pool_take (2, COMBA_WAKE_NOW);
  CHECK_THAT (pool != NULL && pool->threads == 2, "one can be made");
  comba_pool_give ();
  check_begin ("one more thread instead of five: a pool of three");
  pool = take_patiently (7);
  if (pool == NULL || pool->threads != 3 || !runs_once (pool))
    check_fail ("%d", pool == NULL ? 0 : pool->threads);
  check_end ();
  comba_pool_give ();
  CHECK_THAT (asked == 3, "refused once");
  for (int i = 0; i < 1000; i++)
    if (comba_pool_take (7, COMBA_WAKE_NOW) != NULL)
      comba_pool_give ();
  CHECK_THAT (asked == 3, "and not asked again");
  CHECK_THAT (new_threads () == 2, "two new threads");

  dup2 (saved, STDERR_FILENO);
  rewind (lines);
  char line[256] = "", more[2];
  int n = fgets (line, sizeof line, lines) != NULL;
  n += fgets (more, sizeof more, lines) != NULL;
  CHECK_THAT (n == 1 && strstr (line, "comba: cannot create a thread") == line, "one line: %s",
              strtok (line, "\n"));
  return tests_end ();
}
