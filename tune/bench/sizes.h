/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Sizes, shapes and ratios on the command line.

   Each function adds the items of TEXT, which commas separate, to a list that begins as { NULL, 0
   }. It returns NULL, or a phrase that says what is wrong with TEXT; the list may then contain a
   part of it. */

#ifndef BENCH_SIZES_H
#define BENCH_SIZES_H

#include <stddef.h>
#include "limb.h"

#define SIZES_LIMIT 100000000   /* limbs of one operand */

struct sizes
{
  mp_size_t *of;
  size_t n;
};

struct shape
{
  mp_size_t an, bn;
};

struct shapes
{
  struct shape *of;
  size_t n;
};

struct ratios
{
  double *of;
  size_t n;
};

/* N; FIRST-LAST; FIRST-LAST:STEP; FIRST-LAST:PERCENT% (each size larger than the previous one by
   that much, at least by one limb).  LAST is always included.  The list is sorted, without
   duplicates. */
const char *sizes_add (struct sizes *sizes, const char *text);

/* ANxBN, AN >= BN >= 1. */
const char *shapes_add (struct shapes *shapes, const char *text);

/* Decimal numbers not below 1. */
const char *ratios_add (struct ratios *ratios, const char *text);

#endif
