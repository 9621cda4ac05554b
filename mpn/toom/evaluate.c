/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Evaluation in +-2^s, or in +-2^-s (reversed), in one pass over the pieces.
   The contract is in points.h.

   Column i of a(x) is the sum of limb i of every piece, times 2^(sj) for the
   piece at x^j.  It goes into a double limb; what exceeds a limb is carried on.
   The sign of a(-x) is found first, from the top, so that the pass subtracts the
   smaller from the larger. */

#include "points.h"

#if GMP_LIMB_BITS == 64
typedef __int128 signed_dlimb;
#else
typedef int64_t signed_dlimb;
#endif

struct pieces
{
  mp_srcptr piece[COMBA_TOOM_PIECES_MAX];       /* by the power of x */
  int p, s;
};

/* The parts of column i with even (0) and odd (1) powers of x. */
static inline void
column (comba_dlimb part[2], const struct pieces *a, mp_size_t i, int p, int s)
{
  part[0] = a->piece[0][i];
  part[1] = (comba_dlimb) a->piece[1][i] << s;
  for (int j = 2; j < p; j++)
    part[j % 2] += (comba_dlimb) a->piece[j][i] << j * s;
}

/* 1 if a(-x) < 0.  The columns below i add less than 2^DECIDED to the sum so far. */
static int
is_negative (const struct pieces *a, mp_size_t h)
{
  const signed_dlimb decided = (signed_dlimb) 1 << (GMP_LIMB_BITS == 64 ? 48 : 29);
  signed_dlimb sum = 0;
  for (mp_size_t i = h - 1; i >= 0 && sum < decided && sum > -decided; i--)
    {
      comba_dlimb part[2];
      column (part, a, i, a->p, a->s);
      sum = sum * ((signed_dlimb) 1 << GMP_LIMB_BITS) + (signed_dlimb) (part[0] - part[1]);
    }
  return sum < 0;
}

/* p and s once more, for the compiler to unroll where they are constants. */
static inline __attribute__ ((always_inline)) void
evaluate (mp_ptr plus, mp_ptr minus, const struct pieces *a, mp_size_t h, int negative, int p,
          int s)
{
  comba_dlimb sum = 0;
  signed_dlimb difference = 0;
  for (mp_size_t i = 0; i < h; i++)
    {
      comba_dlimb part[2];
      column (part, a, i, p, s);
      sum += part[0] + part[1];
      difference += (signed_dlimb) (part[negative] - part[!negative]);
      plus[i] = (mp_limb_t) sum;
      minus[i] = (mp_limb_t) difference;
      sum >>= GMP_LIMB_BITS;
      difference >>= GMP_LIMB_BITS;
    }
  plus[h] = (mp_limb_t) sum;
  minus[h] = (mp_limb_t) difference;
  ASSERT (difference >= 0);
}

int
comba_toom_evaluate (mp_ptr plus, mp_ptr minus, mp_srcptr ap, mp_srcptr top, int p,
                     mp_size_t h, int s, int reversed)
{
  ASSERT (2 <= p && p <= COMBA_TOOM_PIECES_MAX && 0 <= s && s <= 3 && h >= 1);
  struct pieces a = { .p = p, .s = s };
  for (int j = 0; j < p; j++)
    a.piece[reversed ? p - 1 - j : j] = j == p - 1 ? top : ap + j * h;

  int negative = is_negative (&a, h);
  switch (4 * p + s)
    {
#define CASE(p, s) case 4 * p + s: evaluate (plus, minus, &a, h, negative, p, s); break
      CASE (2, 0); CASE (2, 1);
      CASE (3, 0); CASE (3, 1);
      CASE (4, 0); CASE (4, 1);
      CASE (6, 0); CASE (6, 1); CASE (6, 2);
    default:
      evaluate (plus, minus, &a, h, negative, p, s);
    }
  return negative;
}
