/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How operands are cut for a number of points.  The contract is in mul/mul.h. */

#include "mul/toom/toom.h"

/* d = 2 to COMBA_TOOM_PIECES_MAX.  By a product where that is exact: a division takes as long as ten. */
static mp_size_t
ceil_quotient (mp_size_t n, int d)
{
#define INVERSE(d) (((uint64_t) 1 << 32) / (d) + 1)
  static const uint64_t inverse[] = {
    0, 0, INVERSE (2), INVERSE (3), INVERSE (4), INVERSE (5), INVERSE (6), INVERSE (7), INVERSE (8), INVERSE (9), INVERSE (10),
  };
  n += d - 1;
  return n < (mp_size_t) 1 << 28 ? (mp_size_t) (((uint64_t) n * inverse[d]) >> 32) : n / d;
}

struct comba_split
comba_toom_pieces (mp_size_t an, mp_size_t bn, int p, int q)
{
  const mp_size_t ha = ceil_quotient (an, p), hb = ceil_quotient (bn, q);
  return (struct comba_split) { p, q, ha > hb ? ha : hb };
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
  /* Pieces of the same length, or so that a's are the next shorter ones. */
  int p = (int) ((points + 1) * an / (an + bn)), end = p + 2;
  for (; p < end; p++)
    {
      const int q = points + 1 - p;
      if (q < 2 || p > COMBA_TOOM_PIECES_MAX)
        break;
      const struct comba_split s = comba_toom_pieces (an, bn, p, q);
      if (comba_toom_fits (an, bn, p, q, s.h) && (split->p == 0 || s.h < split->h))
        *split = s;
    }
  return split->p != 0;
}

size_t
comba_toom_itch (mp_size_t n)
{
  const int bits = n > 0 ? 64 - __builtin_clzll ((unsigned long long) n) : 0;
  return 10 * (size_t) n + 16 * (size_t) bits;
}
