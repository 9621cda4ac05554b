/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPU configuration, threads and settings.  The contracts are in comba.h. */

#include "dispatch/select.h"
#include "fat/fat.h"
#include "dispatch/tuning.h"
#include "dispatch/memory_max.h"
#include "arith/scratch.h"
#include "comba.h"
#include "parallel/engine.h"
#include "parallel/threads.h"
#include <stdio.h>

COMBA_EXPORT const char *
comba_version (void)
{
  return COMBA_VERSION;
}

COMBA_EXPORT int
comba_set_num_threads (int n)
{
  return comba_threads_set (n);
}

COMBA_EXPORT int
comba_get_num_threads (void)
{
  comba_threads_settle ();
  return comba_threads_allowed ();
}

COMBA_EXPORT int
comba_set_thread_engine (const char *name)
{
  return comba_engine_choose (name);
}

COMBA_EXPORT const char *
comba_cpu_config (void)
{
  return comba_active ()->name;
}

_Static_assert ((int) COMBA_SETTING_VALUE >= (int) COMBA_CPU_IDENTITY, "a setting has room for a CPU");
_Static_assert (COMBA_SETTING_VALUE <= 1024, "as comba.h says");

/* As comba_list_setting, with room for the whole value. */
static const char *
setting (size_t i, char value[COMBA_SETTING_VALUE], const char **source)
{
  struct comba_tuning t;
  switch (i)
    {
    case 0:
      comba_cpu_identity (value);
      *source = "CPU";
      return "cpu";
    case 1:
      snprintf (value, COMBA_SETTING_VALUE, "%s", comba_active ()->name);
      *source = comba_config_source ();
      return "config";
    case 2:
      snprintf (value, COMBA_SETTING_VALUE, "%d", comba_get_num_threads ());
      *source = comba_threads_source ();
      return "threads";
    case 3:
      snprintf (value, COMBA_SETTING_VALUE, "%d", comba_threads_limit (source));
      return "threads_limit";
    case 4:
      snprintf (value, COMBA_SETTING_VALUE, "%s", comba_engine_name ());
      *source = comba_engine_source ();
      return "thread_engine";
    case 5:
      if (comba_memory_max == SIZE_MAX)
        snprintf (value, COMBA_SETTING_VALUE, "unlimited");
      else
        snprintf (value, COMBA_SETTING_VALUE, "%zu", (size_t) comba_memory_max);
      *source = comba_memory_source ();
      return "memory_max";
    case 6:
      snprintf (value, COMBA_SETTING_VALUE, "%s", comba_fat_enabled (source) ? "on" : "off");
      return "fat";
    default:
      comba_tuning_of (&t, comba_active ());
      *source = comba_tuning_source ();
      return comba_tuning_row (&t, i - 7, value);
    }
}

COMBA_EXPORT const char *
comba_list_setting (size_t i, char *value, size_t size, const char **source)
{
  char whole[COMBA_SETTING_VALUE];
  const char *from, *name = setting (i, whole, &from);
  if (name == NULL)
    return NULL;
  if (size > 0)
    snprintf (value, size, "%s", whole);
  if (source != NULL)
    *source = from;
  return name;
}
