/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The rows of a tuning file, shared by the code that reads and the code that writes them. */

#ifndef COMBA_DISPATCH_TUNING_ROWS_H
#define COMBA_DISPATCH_TUNING_ROWS_H

#include "dispatch/tuning.h"

enum
{
#define X(name) COMBA_TUNING_ROW_##name,
  COMBA_FIXED_MAXIMA (X)
  COMBA_THRESHOLDS (X)
#undef X
#define X(name) COMBA_TUNING_ROW_plan_##name,
  COMBA_PLANS (X)
#undef X
  COMBA_TUNING_ROWS
};

/* A number (mp_size_t) or a plan (struct comba_plan) at OFFSET of a struct comba_tuning.  Bit p of
   PATHS says that steps of the plan may name path p; PATHS is 0 for a number. */
struct comba_tuning_row
{
  const char *name;
  size_t offset;
  unsigned paths;
};
extern const struct comba_tuning_row comba_tuning_rows[COMBA_TUNING_ROWS];

#endif
