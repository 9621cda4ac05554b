/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Roots of unity in doubles, by the power series of sine and cosine in fixed point. */

#include "mul/fft/fft.h"

/* Fractions are integers divided by 2^64. */
#define ONE (~(uint64_t) 0)             /* all but 2^-64 */
#define EIGHTH ((uint64_t) 1 << 61)     /* of a turn */
#define TWO_PI 0xc90fdaa22168c234       /* 2 pi 2^61, rounded down */
enum { TERMS = 10 };

static uint64_t
product (uint64_t x, uint64_t y)
{
  return (uint64_t) ((unsigned __int128) x * y >> 64);
}

/* 1 - x/(a (a+1)) (1 - x/((a+2) (a+3)) (1 - ...)), a = FIRST, x = X / 2^64 < 5/8
   The terms left out are below 2^-67.  Each step adds an error of at most 3 / 2^64 and divides the
   previous one by 3 or more, so the result is within 5 / 2^64. */
static uint64_t
series (uint64_t x, unsigned first)
{
  uint64_t sum = ONE;
  for (unsigned a = first + 2 * (TERMS - 1);; a -= 2)
    {
      sum = ONE - product (x, sum) / ((uint64_t) a * (a + 1));
      if (a == first)
        return sum;
    }
}

/* The angle within an eighth of a turn has an error of 2^-62 or less, by the rounding of two products,
   and so a part of the root, with its series, one of 2^-61 or less.  If x is off by 2, as some callers' is, that is
   another 2^-60. */
void
comba_fft_root (double root[2], uint64_t x)
{
  const unsigned quarter = x >> 62;
  uint64_t within = x & (2 * EIGHTH - 1);
  const int mirrored = within > EIGHTH;
  within = mirrored ? 2 * EIGHTH - within : within;
  const uint64_t angle = product (within < EIGHTH ? within << 3 : ONE, TWO_PI);
  const uint64_t square = product (angle, angle);
  const double cosine = (double) series (square, 1) * 0x1p-64;
  const double sine = (double) product (angle, series (square, 2)) * 0x1p-64;
  const double c = mirrored ? sine : cosine, s = mirrored ? cosine : sine;
  root[0] = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
  root[1] = quarter == 0 ? s : quarter == 1 ? c : quarter == 2 ? -s : -c;
}
