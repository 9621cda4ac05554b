/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The table of all settings that are tuned. */

#ifndef TUNE_ROWS_H
#define TUNE_ROWS_H

#include "timing.h"
#include "tuner.h"

enum row_kind
{
  ROW_MAXIMUM,                  /* the largest size of kernels for fixed sizes */
  ROW_THRESHOLD,                /* the size from which an algorithm is used */
  ROW_HYPERBOLA,                /* an asymptote of comba_mul_basecase's hyperbola */
  ROW_SHORTER,                  /* the least shorter operand, where another threshold decides by the
                                   mean size or by the longer one */
  ROW_COSTS,
  ROW_PLAN,
  ROW_WAKE
};

/* One setting.  Rows are in the order of tuning: a product's recursion comes before the product.
   If a size reaches the thresholds of several algorithms, the last one is used. */
struct row
{
  const char *name;
  enum row_kind kind;
  double share;                 /* of the time */
  enum shape shape;
  size_t at;                    /* in struct comba_config */
  mp_size_t least, most;        /* sizes to consider */
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

/* Whether the configuration has code for the setting. */
int is_there (const struct tuner *t, const struct row *row);

/* Prints a message on stderr; returns -1. */
int no_memory (void);

#endif
