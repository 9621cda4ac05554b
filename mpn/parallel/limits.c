/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Limits on the number of threads: the affinity mask, the CPU quota of the process's control groups
   (versions 1 and 2) and OpenMP's variables.  A limit that cannot be read does not count. */

#include "parallel/threads.h"
#include "parallel/engine.h"
#include "dispatch/messages.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Reads the first bytes of a file as a string; returns 0 if it cannot be read. */
static int
read_text (const char *path, char *text, size_t size)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return 0;
  ssize_t n = read (fd, text, size - 1);
  close (fd);
  if (n <= 0)
    return 0;
  text[n] = '\0';
  return 1;
}

/* Without malloc: this runs in the constructor, and a program may have a malloc of its own that
   does not work before main (GNU Common Lisp, and so maxima). */
static int
affinity (void)
{
  enum { CPUS_MAX = 1 << 16 };
  unsigned long set[CPUS_MAX / (8 * sizeof (unsigned long))];
  for (size_t size = 128; size <= sizeof set; size *= 2)
    {
      if (sched_getaffinity (0, size, (cpu_set_t *) set) == 0)
        return CPU_COUNT_S (size, (cpu_set_t *) set);
      if (errno != EINVAL)
        break;
    }
  return INT_MAX;
}

/* An OpenMP runtime may have bound this thread to one CPU (OMP_PROC_BIND). */
static int
engines_cpus (void)
{
  const struct comba_engine *engine = comba_engine ();
  return engine->cpus != NULL ? engine->cpus () : affinity ();
}

/* The CPUs that allow QUOTA microseconds of CPU time in every PERIOD microseconds, rounded up. */
static int
cpus_for (long long quota, long long period)
{
  if (quota <= 0 || period <= 0)
    return INT_MAX;
  long long n = (quota - 1) / period + 1;
  return n < INT_MAX ? (int) n : INT_MAX;
}

static int
quota_of (const char *group, int version)
{
  char path[4096 + 64], text[128];
  long long quota;
  if (version == 2)
    {
      snprintf (path, sizeof path, "%s/cpu.max", group);
      if (!read_text (path, text, sizeof text))
        return INT_MAX;
      const char *rest = text;          /* "150000 100000", or "max 100000" */
      quota = comba_number (&rest);
      return cpus_for (quota, comba_number (&rest));
    }
  snprintf (path, sizeof path, "%s/cpu.cfs_quota_us", group);
  if (!read_text (path, text, sizeof text))
    return INT_MAX;
  const char *number = text;            /* "-1" if there is no limit */
  quota = comba_number (&number);
  snprintf (path, sizeof path, "%s/cpu.cfs_period_us", group);
  if (!read_text (path, text, sizeof text))
    return INT_MAX;
  number = text;
  return cpus_for (quota, comba_number (&number));
}

/* The lowest quota of a group and its ancestors, up to the mount point. */
static int
quota_up_from (const char *mount, const char *group, int version)
{
  char path[4096];
  int least = INT_MAX, length = snprintf (path, sizeof path, "%s%s", mount, group);
  if (length < 0 || (size_t) length >= sizeof path)
    return INT_MAX;
  for (;;)
    {
      int n = quota_of (path, version);
      if (n < least)
        least = n;
      char *slash = strrchr (path, '/');
      if (slash == NULL || (size_t) (slash - path) < strlen (mount))
        return least;
      *slash = '\0';
    }
}

/* Lines of /proc/self/cgroup: "0::/path", or "4:cpu,cpuacct:/path". */
static int
cgroup (void)
{
  char text[8192], *next;
  int least = INT_MAX;
  if (!read_text ("/proc/self/cgroup", text, sizeof text))
    return INT_MAX;
  for (char *line = text; line != NULL && *line != '\0'; line = next)
    {
      next = strchr (line, '\n');
      if (next != NULL)
        *next++ = '\0';
      char *controllers = strchr (line, ':'), *group;
      if (controllers == NULL || (group = strchr (++controllers, ':')) == NULL)
        continue;
      *group++ = '\0';
      int n = INT_MAX;
      if (*controllers == '\0')
        n = quota_up_from ("/sys/fs/cgroup", group, 2);
      else
        for (char *name = strtok_r (controllers, ",", &controllers); name != NULL;
             name = strtok_r (NULL, ",", &controllers))
          if (strcmp (name, "cpu") == 0)
            n = quota_up_from ("/sys/fs/cgroup/cpu", group, 1);
      if (n < least)
        least = n;
    }
  return least;
}

/* The value of an OpenMP variable: a number, or the first of a list. */
static int
openmp (const char *name)
{
  const char *text = comba_getenv (name);
  long long n = text != NULL ? comba_number (&text) : 0;
  return n >= 1 && n < INT_MAX ? (int) n : INT_MAX;
}

static void
lower (int *limit, const char **source, int n, const char *what)
{
  if (n < *limit)
    *limit = n, *source = what;
}

int
comba_cpus_by_mask (void)
{
  const int saved = errno, cpus = engines_cpus ();
  errno = saved;
  return cpus;
}

/* To open and to read a file are cancellation points, and the first call of a process may be here. */
int
comba_cpus_by_quota (void)
{
  int cancel;
  const int saved = errno;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &cancel);
  const int cpus = cgroup ();
  pthread_setcancelstate (cancel, &cancel);
  errno = saved;
  return cpus;
}

int
comba_threads_limit (const char **source)
{
  return comba_threads_limit_by (comba_cpus_by_quota (), source);
}

int
comba_threads_limit_by (int quota, const char **source)
{
  int limit = COMBA_THREADS_MAX, saved = errno;
  const char *what = "libcomba";
  lower (&limit, &what, engines_cpus (), "affinity");
  lower (&limit, &what, quota, "cgroup");
  lower (&limit, &what, openmp ("OMP_NUM_THREADS"), "OMP_NUM_THREADS");
  lower (&limit, &what, openmp ("OMP_THREAD_LIMIT"), "OMP_THREAD_LIMIT");
  if (source != NULL)
    *source = what;
  errno = saved;
  return limit;
}
