/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The selection, the threads and the settings, for the public interface (comba.h). */

#include "dispatch/select.h"
#include "dispatch/tuning.h"
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

_Static_assert (COMBA_SETTING_VALUE >= COMBA_CPU_IDENTITY, "a setting has room for a CPU");

COMBA_EXPORT int
comba_get_setting (size_t i, struct comba_setting *s)
{
  struct comba_tuning t;
  switch (i)
    {
    case 0:
      s->name = "cpu";
      comba_cpu_identity (s->value);
      s->source = "CPU";
      return 1;
    case 1:
      s->name = "kernels";
      snprintf (s->value, sizeof s->value, "%s", comba_active ()->name);
      s->source = comba_config_source ();
      return 1;
    case 2:
      s->name = "threads";
      snprintf (s->value, sizeof s->value, "%d", comba_get_num_threads ());
      s->source = comba_threads_source ();
      return 1;
    case 3:
      s->name = "threads_limit";
      snprintf (s->value, sizeof s->value, "%d", comba_threads_limit (&s->source));
      return 1;
    case 4:
      s->name = "thread_engine";
      snprintf (s->value, sizeof s->value, "%s", comba_engine_name ());
      s->source = comba_engine_source ();
      return 1;
    default:
      comba_tuning_of (&t, comba_active ());
      s->name = comba_tuning_row (&t, i - 5, s->value);
      s->source = comba_tuning_source ();
      return s->name != NULL;
    }
}
