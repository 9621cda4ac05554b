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

int
stay_on_one_cpu (void)
{
  int cpu = sched_getcpu ();
  cpu_set_t set;
  CPU_ZERO (&set);
  if (cpu < 0 || cpu >= CPU_SETSIZE)
    return -1;
  CPU_SET (cpu, &set);
  return sched_setaffinity (0, sizeof set, &set) == 0 ? cpu : -1;
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
