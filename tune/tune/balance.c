/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "balance.h"
#include "../samples.h"
#include <math.h>
#include <string.h>

#define ALIKE 1.25              /* the factor up to which times count as alike */
#define LEAST 0.2               /* part of all */

/* How many of n numbers in ascending order are below a limit. */
static size_t
below (const double *sorted, size_t n, double limit)
{
  size_t first = 0;
  while (n > 0)
    {
      const size_t half = n / 2;
      if (sorted[first + half] < limit)
        first += half + 1, n -= half + 1;
      else
        n = half;
    }
  return first;
}

void
balance (double *weights, const double *hand_overs, size_t n)
{
  double sorted[n + 1];
  memcpy (sorted, hand_overs, n * sizeof *sorted);
  sort_numbers (sorted, n);
  for (size_t i = 0; i < n; i++)
    {
      const double h = hand_overs[i];
      const size_t last = h < HUGE_VAL ? below (sorted, n, h * ALIKE) : n;
      const double part = (double) (last - below (sorted, n, h / ALIKE)) / n;
      weights[i] = 1 / sqrt (fmax (part, LEAST));
    }
}
