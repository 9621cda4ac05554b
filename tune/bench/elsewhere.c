/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "elsewhere.h"
#include "../clock.h"
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>

static struct watch
{
  sem_t asked;
  atomic_int answered;
  int disturbed;
} watches[CPU_SETSIZE];

/* The watched CPUs. */
static cpu_set_t watched;

static void *
look (void *arg)
{
  struct watch *w = arg;
  for (;;)
    {
      while (sem_wait (&w->asked) != 0)
        ;
      w->disturbed = read_clock ().disturbed && read_clock ().disturbed;
      atomic_store (&w->answered, 1);
    }
  return NULL;
}

static int
watch_cpu (int cpu)
{
  pthread_t thread;
  cpu_set_t set;
  CPU_ZERO (&set);
  CPU_SET (cpu, &set);
  const int failed = sem_init (&watches[cpu].asked, 0, 0) != 0
                     || pthread_create (&thread, NULL, look, &watches[cpu]) != 0
                     || pthread_setaffinity_np (thread, sizeof set, &set) != 0;
  return -failed;
}

int
watch_cpus (void)
{
  int failed = sched_getaffinity (0, sizeof watched, &watched) != 0;
  for (int cpu = 0; cpu < CPU_SETSIZE && !failed; cpu++)
    failed = CPU_ISSET (cpu, &watched) && watch_cpu (cpu) != 0;
  if (failed)
    fprintf (stderr, "comba-bench: cannot create a thread to watch other CPUs\n");
  return -failed;
}

/* This thread keeps its CPU busy meanwhile: a worker would be moved to one that is idle. */
int
disturbed_elsewhere (void)
{
  const int own = sched_getcpu ();
  int disturbed = 0;
  for (int cpu = 0; cpu < CPU_SETSIZE && !disturbed; cpu++)
    if (cpu != own && CPU_ISSET (cpu, &watched))
      {
        atomic_store (&watches[cpu].answered, 0);
        sem_post (&watches[cpu].asked);
        while (!atomic_load (&watches[cpu].answered))
          ;
        disturbed = watches[cpu].disturbed;
      }
  return disturbed;
}
