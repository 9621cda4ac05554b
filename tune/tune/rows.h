/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The table of what is tuned. */

#ifndef TUNE_ROWS_H
#define TUNE_ROWS_H

#include "timing.h"
#include "tuner.h"

enum row_kind
{
  ROW_MAXIMUM,                  /* how far kernels for fixed sizes serve */
  ROW_THRESHOLD,                /* from where on an algorithm serves */
  ROW_HYPERBOLA,                /* an asymptote of comba_mul_basecase's */
  ROW_SHORTER,                  /* the least of the shorter operand, where another threshold decides by the mean */
  ROW_COSTS,
  ROW_PLAN,
  ROW_WAKE
};

/* One setting.  Rows are in the order in which they are tuned: what a product recurses
   into comes first.  Of the algorithms of several thresholds that are reached the last serves. */
struct row
{
  const char *name;
  enum row_kind kind;
  double share;                 /* of the time */
  enum shape shape;
  size_t at;                    /* in struct comba_config */
  mp_size_t least, most;        /* sizes to look at */
};

enum
{
#define X(name) + 1
  ROWS = 1 COMBA_FIXED_MAXIMA (X) COMBA_THRESHOLDS (X) COMBA_PLANS (X)
#undef X
};
extern const struct row rows[ROWS];

/* The setting, if it is a number. */
mp_size_t *number_at (struct comba_config *k, const struct row *row);
mp_size_t builtin_number (const struct tuner *t, const struct row *row);

/* Whether the set has what the setting is about. */
int is_there (const struct tuner *t, const struct row *row);

/* Says so on stderr; returns -1. */
int no_memory (void);

#endif
