/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How operands are cut for a number of points.  The contract is in toom.h. */

#include "points.h"

static mp_size_t
ceil_quotient (mp_size_t n, mp_size_t d)
{
  return (n + d - 1) / d;
}

int
comba_toom_fits (mp_size_t an, mp_size_t bn, int p, int q, mp_size_t h)
{
  return 2 <= q && q <= p && p <= COMBA_TOOM_PIECES_MAX && p >= 3 && h >= COMBA_TOOM_PIECE_MIN
         && (p - 1) * h < an && an <= p * h && (q - 1) * h < bn && bn <= q * h
         && an > 8 * COMBA_TOOM_PIECE_MIN
         && (p != 3 || q != 2 || 6 * an > 7 * bn);
}

int
comba_toom_split (struct comba_split *split, mp_size_t an, mp_size_t bn, int points)
{
  split->p = 0;
  if (comba_toom_pairs (points) > COMBA_TOOM_PAIRS_MAX)
    return 0;
  int p = (int) ((points + 1) * an / (an + bn)), end = p + 2;
  for (; p < end; p++)
    {
      int q = points + 1 - p;
      if (q < 2)
        break;
      mp_size_t ha = ceil_quotient (an, p), hb = ceil_quotient (bn, q), h = ha > hb ? ha : hb;
      if (comba_toom_fits (an, bn, p, q, h) && (split->p == 0 || h < split->h))
        {
          split->p = p;
          split->q = q;
          split->h = h;
        }
    }
  return split->p != 0;
}

size_t
comba_toom_itch (mp_size_t n)
{
  const int bits = n > 0 ? 64 - __builtin_clzll ((unsigned long long) n) : 0;
  return 10 * (size_t) n + 16 * (size_t) bits;
}
