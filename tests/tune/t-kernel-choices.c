/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: the choice between two kernels, with synthetic times; and that a measured result is a
   valid choice. */

#include "../tests.h"
#include "../../tune/tune/kernels.h"

enum { SIZES = 20 };

/* The first kernel takes 10 a size and 1 a limb, the second 10 + COMMON and 1 - LESS a limb. */
static void
make_up (double *first, double *second, double common, double less)
{
  for (int i = 0; i < SIZES; i++)
    {
      first[i] = 10 + i;
      second[i] = 10 + common + (1 - less) * i;
    }
}

static void
try_extent (void)
{
  double first[SIZES], second[SIZES];
  make_up (first, second, 6, 0.5);
  CHECK_THAT (kernels_extent (first, second, SIZES, 0) >= 12 && kernels_extent (first, second, SIZES, 0) <= 13,
              "the first is used up to the size where the second is faster");
  make_up (first, second, 6, 0);
  CHECK_THAT (kernels_extent (first, second, SIZES, 0) == SIZES, "the first is always faster");
  make_up (first, second, -6, 0);
  CHECK_THAT (kernels_extent (first, second, SIZES, SIZES) == 0, "the second is always faster");
  make_up (first, second, 0.1, 0);
  CHECK_THAT (kernels_extent (first, second, SIZES, 7) == 7, "they are alike, and the inherited number stays");
}

static void
try_choice (void)
{
  CHECK_THAT (kernels_choice ((const double[]) { 100, 90, 95 }, 3, 0) == 1, "the least of three");
  CHECK_THAT (kernels_choice ((const double[]) { 100, 99, 101 }, 3, 0) == 0, "too little is gained");
  CHECK_THAT (kernels_choice ((const double[]) { 100, 99, 101 }, 3, 2) == 2, "too little is gained by another");
  CHECK_THAT (kernels_choice ((const double[]) { 100 }, 1, 0) == 0, "there is no choice");
}

/* Within the limits that t-kernels checks. */
static void
try_measured (const struct comba_config *of)
{
  struct comba_config k = *of;
  check_begin ("%s: measured", k.name);
  if (measure_kernels (&k) != 0)
    check_fail ("no memory");
  for (mp_size_t bn = 0; bn <= COMBA_FIXED_MAX; bn++)
    if (k.mul_rows_to[bn] > COMBA_MUL_ROWS_MAX || (k.mul_rows_to[bn] > 0 && k.mul_rows[k.mul_rows_to[bn]] == NULL)
        || (k.mul_rows_to[bn] > 0 && (bn > k.mul_by_max || bn < 1)))
      check_fail ("by %ld limbs, to %d", (long) bn, k.mul_rows_to[bn]);
  if (k.own_jumps > 8 || k.own_jumps > k.mul_n_max || k.own_jumps > k.mul_by_max || k.own_jumps > k.sqr_n_max)
    check_fail ("jumps for %ld limbs", (long) k.own_jumps);
  for (mp_size_t n = 0; n <= COMBA_ROW_PRODUCTS_MAX; n++)
    if ((k.row_mul_n[n] != NULL && k.row_mul_n[n] != of->row_mul_n[n])
        || (k.row_sqr_n[n] != NULL && k.row_sqr_n[n] != of->row_sqr_n[n]))
      check_fail ("another kernel for %ld limbs", (long) n);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  try_extent ();
  try_choice ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *reason = tests_why_not (k);
      if (reason == NULL)
        try_measured (k);
      else
        check_skip (reason, "CPU configuration %s", k->name);
    }
  return tests_end ();
}
