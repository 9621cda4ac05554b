/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The contracts are in dispatch/tuning.h. */

#include "dispatch/tuning.h"
#include "dispatch/x86.h"
#include <stdio.h>
#ifdef __aarch64__
#include <sys/auxv.h>
#endif

int
comba_cpu_is (const struct comba_cpus *cpus)
{
#if defined __x86_64__ || defined __i386__
  return comba_x86_is (cpus);
#else
  (void) cpus;
  return 0;
#endif
}

void
comba_cpu_identity (char text[COMBA_CPU_IDENTITY])
{
#if defined __x86_64__ || defined __i386__
  comba_x86_identity (text, COMBA_CPU_IDENTITY);
#elif defined __aarch64__
  /* The features that all cores share; the models of large and small cores differ. */
  snprintf (text, COMBA_CPU_IDENTITY, "aarch64 features %#lx %#lx", getauxval (AT_HWCAP),
            getauxval (AT_HWCAP2));
#else
  snprintf (text, COMBA_CPU_IDENTITY, "unknown");
#endif
}

void
comba_tuning_name (char text[COMBA_TUNING_NAME], const struct comba_config *k)
{
  char cpu[COMBA_TUNING_NAME / 2];
#if defined __x86_64__ || defined __i386__
  comba_x86_name (cpu, sizeof cpu);
#elif defined __aarch64__
  snprintf (cpu, sizeof cpu, "aarch64-%lx-%lx", getauxval (AT_HWCAP), getauxval (AT_HWCAP2));
#else
  snprintf (cpu, sizeof cpu, "unknown");
#endif
  snprintf (text, COMBA_TUNING_NAME, "%.60s-%s", k->name, cpu);
}
