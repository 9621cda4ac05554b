/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Prints the table of the manual that says up to how many limbs the products of each CPU configuration are
   constant-time in the operands, in Texinfo.

   Reads thresholds only and calls no kernel: the CPU that builds the manual cannot run all configurations. */

#include "mul/ladder.h"
#include "mul/mul.h"
#include <stdio.h>
#include <string.h>

/* Whether mpn_mul and mpn_mul_n do AN x BN limbs, an >= bn, by one kernel or basecase with one thread; whether
   mpn_sqr does N limbs so. */
static int
is_constant_time (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  if (an == bn && bn <= k->mul_n_max)
    return 1;
  if (bn <= k->mul_by_max && an <= k->mul_by_an_max)
    return 1;
  if (an > bn && k->mul_unequal != NULL && comba_is_unequal (k, an, bn))
    return 1;
  return (bn < k->thresholds.mul_toom22 || bn < COMBA_TOOM22_MIN) && !comba_is_ntt (k, an, bn);
}

static int
is_constant_time_sqr (const struct comba_config *k, mp_size_t n)
{
  return n <= k->sqr_n_max || n < k->thresholds.sqr_toom2 || n < COMBA_TOOM22_MIN;
}

/* No an is beyond this: where transforms begin depends on an + bn. */
#define LONG ((mp_size_t) 1 << 40)

static int
is_constant_time_any (const struct comba_config *k, mp_size_t bn)
{
  for (mp_size_t an = bn; an < LONG; an += 1 + an / 8)
    if (!is_constant_time (k, an, bn))
      return 0;
  return is_constant_time (k, LONG, bn) && is_constant_time_sqr (k, bn);
}

static mp_size_t
least (mp_size_t a, mp_size_t b)
{
  return a < b ? a : b;
}

/* The largest size below the plan's first step; COMBA_NEVER if it has none. */
static mp_size_t
alone (const struct comba_plan *plan)
{
  return plan->steps[0].threads != 0 ? plan->steps[0].from - 1 : COMBA_NEVER;
}

/* Columns of the table, in limbs. */
enum { MUL_N, SQR, MUL, SHARED_MUL, SHARED_SQR, COLUMNS };

static void
find_limits (mp_size_t limits[COLUMNS], const struct comba_config *k)
{
  mp_size_t mul_n = 1, sqr = 1, mul = 1;
  while (is_constant_time (k, mul_n + 1, mul_n + 1))
    mul_n++;
  while (is_constant_time_sqr (k, sqr + 1))
    sqr++;
  while (is_constant_time_any (k, mul + 1))
    mul++;
  limits[MUL_N] = mul_n;
  limits[SQR] = sqr;
  limits[MUL] = mul;
  limits[SHARED_MUL] = least (alone (&k->plans.mul), alone (&k->plans.mul_unbalanced));
  limits[SHARED_SQR] = alone (&k->plans.sqr);
}

/* Several configurations of one name, for different CPUs, share a row with the least limits. */
static void
print_row (size_t i)
{
  const char *name = comba_configs[i]->name;
  mp_size_t least_limits[COLUMNS], limits[COLUMNS];
  for (size_t j = 0; j < i; j++)
    if (strcmp (comba_configs[j]->name, name) == 0)
      return;
  find_limits (least_limits, comba_configs[i]);
  for (size_t j = i + 1; comba_configs[j] != NULL; j++)
    if (strcmp (comba_configs[j]->name, name) == 0)
      {
        find_limits (limits, comba_configs[j]);
        for (int column = 0; column < COLUMNS; column++)
          least_limits[column] = least (least_limits[column], limits[column]);
      }
  printf ("@item @code{%s}", name);
  for (int column = 0; column < COLUMNS; column++)
    if (least_limits[column] == COMBA_NEVER)
      printf (" @tab any");
    else
      printf (" @tab %ld", (long) least_limits[column]);
  puts ("");
}

int
main (void)
{
  puts ("@multitable @columnfractions .23 .15 .14 .16 .16 .16\n"
        "@headitem configuration @tab @code{mpn_mul_n}: @var{n} @tab @code{mpn_sqr}: @var{n}"
        " @tab @code{mpn_mul}: shorter operand @tab several threads: products @tab several threads: squares");
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    print_row (i);
  puts ("@end multitable");
  return ferror (stdout) || fflush (stdout) == EOF;
}
