/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The selection and the settings, for the public interface (comba.h). */

#include "select.h"
#include "comba.h"
#include <stdio.h>

const char *
comba_version (void)
{
  return COMBA_VERSION;
}

const char *
comba_kernel_set (void)
{
  return comba_active ()->name;
}

static const struct threshold_row
{
  const char *name;
  size_t offset;
} threshold_rows[] = {
#define X(name) { #name, offsetof (struct comba_thresholds, name) },
  COMBA_THRESHOLDS (X)
#undef X
};

int
comba_get_setting (size_t i, struct comba_setting *s)
{
  if (i == 0)
    {
      s->name = "kernels";
      snprintf (s->value, sizeof s->value, "%s", comba_active ()->name);
      s->source = comba_kernels_source ();
      return 1;
    }
  if (i - 1 < sizeof threshold_rows / sizeof threshold_rows[0])
    {
      const struct threshold_row *row = &threshold_rows[i - 1];
      const char *thresholds = (const char *) &comba_active ()->thresholds;
      s->name = row->name;
      snprintf (s->value, sizeof s->value, "%ld",
                (long) *(const mp_size_t *) (thresholds + row->offset));
      s->source = comba_thresholds_source ();
      return 1;
    }
  return 0;
}
