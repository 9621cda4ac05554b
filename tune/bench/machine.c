/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "machine.h"
#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

void
cpu_model (char *name, size_t size)
{
  struct utsname system;
  snprintf (name, size, "%s", uname (&system) == 0 ? system.machine : "unknown CPU");

  FILE *info = fopen ("/proc/cpuinfo", "r");
  char line[256], model[256];
  int found = 0;
  while (info != NULL && !found && fgets (line, sizeof line, info) != NULL)
    found = sscanf (line, "model name : %255[^\n]", model);
  if (found == 1)
    snprintf (name, size, "%s", model);
  if (info != NULL)
    fclose (info);
}

/* The first CPU of its core: the same for those that share one.  What the system does not tell is a
   core of its own. */
static int
core_of (int cpu)
{
  char name[96];
  int first = cpu;
  snprintf (name, sizeof name, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
  FILE *siblings = fopen (name, "r");
  if (siblings != NULL && fscanf (siblings, "%d", &first) != 1)
    first = cpu;
  if (siblings != NULL)
    fclose (siblings);
  return first;
}

int
stay_on_cpus (int count)
{
  static cpu_set_t all;
  const int own = sched_getcpu ();
  cpu_set_t set, cores;
  CPU_ZERO (&set);
  CPU_ZERO (&cores);
  if (own < 0 || own >= CPU_SETSIZE
      || (CPU_COUNT (&all) == 0 && sched_getaffinity (0, sizeof all, &all) != 0))
    return -1;
  if (count == 0)
    return sched_setaffinity (0, sizeof all, &all);
  CPU_SET (own, &set);
  CPU_SET (core_of (own), &cores);
  for (int shared = 0; shared < 2; shared++)
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT (&set) < count; cpu++)
      if (CPU_ISSET (cpu, &all) && !CPU_ISSET (cpu, &set) && (shared || !CPU_ISSET (core_of (cpu), &cores)))
        {
          CPU_SET (cpu, &set);
          CPU_SET (core_of (cpu), &cores);
        }
  return CPU_COUNT (&set) == count ? sched_setaffinity (0, sizeof set, &set) : -1;
}

int
is_on_one_cpu (void)
{
  cpu_set_t set;
  return sched_getaffinity (0, sizeof set, &set) == 0 && CPU_COUNT (&set) == 1;
}

void
spread_threads (int on)
{
  static cpu_set_t all;
  if (CPU_COUNT (&all) == 0 && sched_getaffinity (0, sizeof all, &all) != 0)
    return;
  DIR *threads = opendir ("/proc/self/task");
  struct dirent *entry;
  for (int cpu = 0; threads != NULL && (entry = readdir (threads)) != NULL;)
    {
      cpu_set_t set = all;
      int thread = atoi (entry->d_name);
      if (thread <= 0)
        continue;
      if (on)
        {
          while (!CPU_ISSET (cpu, &all))
            cpu = (cpu + 1) % CPU_SETSIZE;
          CPU_ZERO (&set);
          CPU_SET (cpu, &set);
          cpu = (cpu + 1) % CPU_SETSIZE;
        }
      sched_setaffinity (thread, sizeof set, &set);
    }
  if (threads != NULL)
    closedir (threads);
}
